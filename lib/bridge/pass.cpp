//===- pass.cpp - passes with options -------------------------------------===//

#include "tracemark/bridge/pass.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Pass.h"
#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"
#include "mlir/IR/DialectRegistry.h"
#include "mlir/IR/OpDefinition.h"
#include "mlir/Pass/Pass.h"

#include <memory>
#include <vector>

using namespace mlir;

namespace {

/// A string that is one of a list of keywords.
struct KeywordParser : public llvm::cl::parser<std::string> {
  using llvm::cl::parser<std::string>::parser;
  const char *const *keywords = nullptr;

  bool parse(llvm::cl::Option &option, StringRef name, StringRef text,
             std::string &value) {
    std::string known;
    for (const char *const *keyword = keywords; *keyword; ++keyword) {
      if (text == *keyword) {
        value = text.str();
        return false;
      }
      known += (known.empty() ? "'" : ", '") + std::string(*keyword) + "'";
    }
    return option.error("expects one of " + known + ", found '" + text + "'",
                        name);
  }
};

class TablePass : public Pass {
  /// Exactly one is set.
  struct Slot {
    std::unique_ptr<Option<bool>> boolean;
    std::unique_ptr<Option<int64_t>> integer;                    // INTEGER
    std::unique_ptr<Option<std::string, KeywordParser>> keyword; // ENUM
    std::unique_ptr<Option<std::string>> string;
  };

public:
  explicit TablePass(const TracemarkPassDescriptor *table)
      : Pass(TypeID::getFromOpaquePointer(table), anchorOf(table)),
        table(table), shared(new char[table->sharedSize]()) {
    buildOptions();
  }
  TablePass(const TablePass &other)
      : Pass(other), table(other.table), shared(other.shared) {
    buildOptions();
  }

  StringRef getName() const override { return table->name; }
  StringRef getArgument() const override { return table->argument; }
  StringRef getDescription() const override { return table->description; }

  void getDependentDialects(DialectRegistry &registry) const override {
    for (intptr_t i = 0; i < table->dialectCount; ++i)
      mlirDialectHandleInsertDialect(table->dialects[i](), wrap(&registry));
  }

  bool canScheduleOn(RegisteredOperationName name) const override {
    return !table->anchor || name.getStringRef() == table->anchor;
  }

  LogicalResult initialize(MLIRContext *context) override {
    for (intptr_t i = 0; i < table->optionCount; ++i) {
      const TracemarkOptionDescriptor &option = table->options[i];
      if (option.notEmpty && slots[i].string->getValue().empty())
        return emitError(UnknownLoc::get(context))
               << "'" << table->argument << "' expects option '" << option.name
               << "' to be not empty";
      if (option.kind != TRACEMARK_OPTION_INTEGER)
        continue;
      int64_t value = slots[i].integer->getValue();
      if (value < option.minimum || value > option.maximum)
        return emitError(UnknownLoc::get(context))
               << "'" << table->argument << "' expects option '" << option.name
               << "' to be between " << option.minimum << " and "
               << option.maximum << ", found " << value;
    }
    if (!table->initialize)
      return success();
    return unwrap(
        table->initialize(wrap(context), collectValues().data(), shared.get()));
  }

  void runOnOperation() override {
    if (mlirLogicalResultIsFailure(table->run(
            wrap(getOperation()), collectValues().data(), shared.get())))
      signalPassFailure();
    if (table->locationsOnly)
      markAllAnalysesPreserved();
  }

  std::unique_ptr<Pass> clonePass() const override {
    return std::make_unique<TablePass>(*this);
  }

private:
  static std::optional<StringRef>
  anchorOf(const TracemarkPassDescriptor *table) {
    if (!table->anchor)
      return std::nullopt;
    return StringRef(table->anchor);
  }

  void buildOptions() {
    slots.resize(table->optionCount);
    for (intptr_t i = 0; i < table->optionCount; ++i) {
      const TracemarkOptionDescriptor &option = table->options[i];
      auto help = llvm::cl::desc(option.help);
      switch (option.kind) {
      case TRACEMARK_OPTION_BOOLEAN:
        slots[i].boolean = std::make_unique<Option<bool>>(
            *this, option.name, help,
            llvm::cl::init(option.defaultInteger != 0));
        break;
      case TRACEMARK_OPTION_INTEGER:
        slots[i].integer = std::make_unique<Option<int64_t>>(
            *this, option.name, help, llvm::cl::init(option.defaultInteger));
        break;
      case TRACEMARK_OPTION_STRING:
        slots[i].string = std::make_unique<Option<std::string>>(
            *this, option.name, help,
            llvm::cl::init(
                std::string(option.defaultString ? option.defaultString : "")));
        break;
      case TRACEMARK_OPTION_ENUM: {
        slots[i].keyword = std::make_unique<Option<std::string, KeywordParser>>(
            *this, option.name, help,
            llvm::cl::init(
                std::string(option.keywords[option.defaultInteger])));
        slots[i].keyword->getParser().keywords = option.keywords;
        break;
      }
      }
    }
  }

  static int64_t indexOf(const char *const *keywords, StringRef value) {
    int64_t index = 0;
    while (value != keywords[index])
      ++index; // the parser let nothing else in
    return index;
  }

  std::vector<TracemarkOptionValue> collectValues() const {
    std::vector<TracemarkOptionValue> values(slots.size() + 1);
    for (size_t i = 0; i < slots.size(); ++i) {
      const Slot &slot = slots[i];
      if (slot.boolean)
        values[i].integer = slot.boolean->getValue();
      else if (slot.integer)
        values[i].integer = slot.integer->getValue();
      else if (slot.keyword)
        values[i].integer =
            indexOf(table->options[i].keywords, slot.keyword->getValue());
      else
        values[i].string = wrap(StringRef(slot.string->getValue()));
    }
    return values;
  }

  const TracemarkPassDescriptor *table;
  std::shared_ptr<char[]> shared;
  std::vector<Slot> slots;
};

} // namespace

MlirPass tracemarkBridgePassCreate(const TracemarkPassDescriptor *descriptor,
                                   const char *options,
                                   MlirStringCallback onError, void *userData) {
  auto pass = std::make_unique<TablePass>(descriptor);
  auto report = [&](const Twine &message) {
    std::string text = message.str();
    onError(wrap(StringRef(text).rtrim()), userData);
    return failure();
  };
  if (failed(pass->initializeOptions(options, report)))
    return {nullptr};
  return wrap(static_cast<Pass *>(pass.release()));
}

void tracemarkBridgePassRegister(const TracemarkPassDescriptor *descriptor) {
  registerPass([descriptor]() -> std::unique_ptr<Pass> {
    return std::make_unique<TablePass>(descriptor);
  });
}
