//===- fingerprint_circles.c - hashes of symbols that refer to others -----===//
//
// Each op was hashed for itself; the hashes of what it refers to are mixed in
// along the references. Those of a circle (strongly connected symbols, found as
// Tarjan does, without recursion: chains of calls are long) are mixed in
// rounds, as often as there are symbols in it, so that it does not matter where
// the circle is entered. Linear, but for circles, which are small.
//
//===----------------------------------------------------------------------===//

#include "lib/ir/fingerprint.h"

#include <xxhash.h>

#include "lib/base/banned.h"

typedef TracemarkFingerprintNode Node;

/// A circle's hashes are mixed at most this often.
enum { MOST_ROUNDS = 32 };

static uint64_t mix(uint64_t hash, uint64_t other) {
  uint64_t words[2] = {hash, other};
  return XXH3_64bits(words, sizeof(words));
}

static TracemarkFingerprint mixed(TracemarkFingerprint hashes,
                                  const TracemarkFingerprint *other) {
  hashes.exact = mix(hashes.exact, other->exact);
  hashes.butConstants = mix(hashes.butConstants, other->butConstants);
  hashes.butShapes = mix(hashes.butShapes, other->butShapes);
  return hashes;
}

/// The hashes of a node with what its targets have now.
static TracemarkFingerprint mixTargets(const Node *node) {
  TracemarkFingerprint hashes = node->own;
  for (size_t i = 0; i < node->targets.count; ++i)
    hashes = mixed(hashes, &node->targets.items[i]->hashes);
  return hashes;
}

/// Takes the nodes from `first` on, which are one circle or a single node, off
/// the open ones: everything else that they lead to is done.
static bool finish(TracemarkFingerprints *fingerprints, size_t first) {
  Node **members = fingerprints->open.items + first;
  size_t count = fingerprints->open.count - first;
  size_t rounds = count < MOST_ROUNDS ? count : MOST_ROUNDS;
  TracemarkFingerprint *next =
      tracemarkArenaAllocate(fingerprints->arena, count, sizeof(*next));
  if (!next)
    return false;
  for (size_t i = 0; i < count; ++i)
    members[i]->hashes = members[i]->own;
  for (size_t round = 0; round < rounds; ++round) {
    for (size_t i = 0; i < count; ++i)
      next[i] = mixTargets(members[i]);
    for (size_t i = 0; i < count; ++i)
      members[i]->hashes = next[i];
  }
  for (size_t i = 0; i < count; ++i)
    members[i]->isDone = true;
  fingerprints->open.count = first;
  return true;
}

/// Puts a node that was not looked at on the path.
static bool enter(TracemarkFingerprints *fingerprints, Node *node) {
  node->visit = node->lowest = ++fingerprints->visits;
  return TRACEMARK_ARENA_PUSH(fingerprints->arena, &fingerprints->path, node) &&
         TRACEMARK_ARENA_PUSH(fingerprints->arena, &fingerprints->open, node) &&
         tracemarkFingerprintWalk(fingerprints, node);
}

/// Leaves the last node of the path, all of whose targets were looked at.
static bool leave(TracemarkFingerprints *fingerprints) {
  Node *node = fingerprints->path.items[--fingerprints->path.count];
  if (fingerprints->path.count) {
    Node *former = fingerprints->path.items[fingerprints->path.count - 1];
    if (node->lowest < former->lowest)
      former->lowest = node->lowest;
  }
  if (node->lowest != node->visit)
    return true;
  size_t first = fingerprints->open.count;
  while (fingerprints->open.items[--first] != node)
    ;
  return finish(fingerprints, first);
}

bool tracemarkFingerprintComplete(TracemarkFingerprints *fingerprints,
                                  Node *node) {
  if (!enter(fingerprints, node))
    return false;
  while (fingerprints->path.count) {
    Node *last = fingerprints->path.items[fingerprints->path.count - 1];
    if (last->nextTarget == last->targets.count) {
      if (!leave(fingerprints))
        return false;
      continue;
    }
    Node *target = last->targets.items[last->nextTarget++];
    if (!target->visit && !enter(fingerprints, target))
      return false;
    if (!target->isDone && target->visit < last->lowest)
      last->lowest = target->visit;
  }
  return true;
}
