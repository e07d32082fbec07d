"""Programs as MLIR text."""

from __future__ import annotations

import math
import struct
from collections import Counter

from bounded import bits_of
from model import FLOATS, Instr, Node, Program, Ref, Structured, Term, Type


def tensor(type_: Type) -> str:
    """Tensor type."""
    shape, dtype = type_
    return "tensor<" + "".join(f"{extent}x" for extent in shape) + dtype + ">"


def number(value: float | int, dtype: str) -> str:
    """Attribute text of a number."""
    if dtype not in FLOATS:
        return str(int(value))
    if math.isfinite(value):
        return f"{float(value):.17e}"
    return f"0x{bits_of(value, dtype):X}"


def affine(term: Term) -> str:
    """Expression of an affine map."""
    parts = [f"d{loop} * {factor}" for loop, factor in term.factors]
    text = " + ".join(parts + ([str(term.constant)] if term.constant or not parts else []))
    if term.divide:
        return f"({text}) floordiv {term.divide}"
    if term.modulo:
        return f"({text}) mod {term.modulo}"
    return text


def affine_map(terms: list[Term], loops: int) -> str:
    """Attribute text of a map."""
    dims = ", ".join(f"d{i}" for i in range(loops))
    return f"affine_map<({dims}) -> ({', '.join(map(affine, terms))})>"


#: Operations of the dialect math; all others are in arith.
MATH = {
    *("absf", "absi", "acos", "acosh", "asin", "asinh", "atan", "atan2", "atanh", "cbrt", "ceil"),
    *("copysign", "cos", "cosh", "ctpop", "erf", "erfc", "exp", "exp2", "expm1", "floor", "fma"),
    *("log", "log10", "log1p", "log2", "powf", "round", "roundeven", "rsqrt", "sin", "sinh"),
    *("sqrt", "tan", "tanh", "trunc"),
}


class _Body:
    """Lines of a body; SSA names are positions."""

    def __init__(self, body: list[Instr], tables: list[tuple[str, Type]], indent: str) -> None:
        self.lines: list[str] = []
        self.names: list[str] = []
        self.body, self.tables, self.indent = body, tables, indent
        for position, instr in enumerate(body):
            self.names.append(self.emit(position, instr))

    def line(self, name: str, text: str) -> str:
        self.lines.append(f"{self.indent}{name} = {text}")
        return name

    def emit(self, position: int, instr: Instr) -> str:
        name, dtype = f"%s{position}", instr.dtype
        args = [self.names[i] for i in instr.args]
        if instr.op == "input":
            return f"%b{instr.value}"
        if instr.op == "const":
            return self.line(name, f"arith.constant {number(instr.value, dtype)} : {dtype}")
        if instr.op == "index":
            self.line(f"{name}i", f"linalg.index {instr.value} : index")
            return self.from_index(name, dtype)
        if instr.op == "extract":
            table, type_ = self.tables[instr.value]
            indices = []
            for k, (arg, source) in enumerate(zip(args, instr.args, strict=True)):
                source_type = self.body[source].dtype
                self.line(f"{name}x{k}", f"arith.index_cast {arg} : {source_type} to index")
                indices.append(f"{name}x{k}")
            return self.line(
                name, f"tensor.extract {table}[{', '.join(indices)}] : {tensor(type_)}"
            )
        if instr.op == "cast":
            return self.line(name, self.cast(args[0], self.body[instr.args[0]].dtype, dtype))
        if instr.op == "cmp":
            source = self.body[instr.args[0]].dtype
            which = "cmpf" if source in FLOATS else "cmpi"
            text = f"arith.{which} {instr.value}, {args[0]}, {args[1]} : {source}"
            return self.line(name, text)
        if instr.op == "select":
            return self.line(name, f"arith.select {', '.join(args)} : {dtype}")
        dialect = "math" if instr.op in MATH else "arith"
        return self.line(name, f"{dialect}.{instr.op} {', '.join(args)} : {dtype}")

    def from_index(self, name: str, dtype: str) -> str:
        if dtype not in FLOATS:
            return self.line(name, f"arith.index_cast {name}i : index to {dtype}")
        self.line(f"{name}j", f"arith.index_cast {name}i : index to i32")
        return self.line(name, f"arith.sitofp {name}j : i32 to {dtype}")

    @staticmethod
    def cast(arg: str, source: str, target: str) -> str:
        widths = {"f64": 64, "f32": 32, "f16": 16, "bf16": 16, "i64": 64, "i32": 32, "i8": 8}
        wider = widths[target] > widths.get(source, 1)
        if source in FLOATS:
            to_float = "arith.extf" if wider else "arith.truncf"
            op = to_float if target in FLOATS else "arith.fptosi"
        elif target in FLOATS:
            op = "arith.uitofp" if source == "i1" else "arith.sitofp"
        else:
            op = ("arith.extui" if source == "i1" else "arith.extsi") if wider else "arith.trunci"
        return f"{op} {arg} : {source} to {target}"


class _Printer:
    def __init__(self, program: Program) -> None:
        self.program = program
        self.lines: list[str] = []
        self.resources: list[str] = []

    def name(self, ref: Ref) -> str:
        several = len(self.program.nodes[ref[0]].results) > 1
        return f"%v{ref[0]}#{ref[1]}" if several else f"%v{ref[0]}"

    def type(self, ref: Ref) -> str:
        if self.program.nodes[ref[0]].kind == "scalar":
            return self.program.type_of(ref)[1]
        return tensor(self.program.type_of(ref))

    def line(self, text: str) -> None:
        self.lines.append("  " + text)

    def list(self, refs: list[Ref]) -> str:
        return ", ".join(map(self.name, refs)) + " : " + ", ".join(map(self.type, refs))

    def node(self, position: int, node: Node) -> None:
        if node.kind == "structured":
            assert node.op is not None
            self.structured(position, node, node.op)
        elif node.kind != "arg":
            getattr(self, node.kind)(f"%v{position}", node)

    def empty(self, name: str, node: Node) -> None:
        self.line(f"{name} = tensor.empty() : {tensor(node.results[0])}")

    def scalar(self, name: str, node: Node) -> None:
        dtype = node.results[0][1]
        self.line(f"{name} = arith.constant {number(node.attrs['value'], dtype)} : {dtype}")

    def fill(self, name: str, node: Node) -> None:
        shape, dtype = node.results[0]
        text = number(node.attrs["value"], dtype)
        type_ = tensor((shape, dtype))
        self.line(f"{name}_c = arith.constant {text} : {dtype}")
        self.line(f"{name}_e = tensor.empty() : {type_}")
        self.line(
            f"{name} = linalg.fill ins({name}_c : {dtype}) outs({name}_e : {type_}) -> {type_}"
        )

    def dense(self, name: str, node: Node) -> None:
        shape, dtype = node.results[0]
        values = node.attrs["values"]
        if node.attrs["form"] == "resource":
            # An alignment of four bytes, then f32, little endian.
            blob = struct.pack("<I", 4) + struct.pack(f"<{len(values)}f", *values)
            label = f"r{name[2:]}"
            self.resources.append(f'{label}: "0x{blob.hex().upper()}"')
            self.line(f"{name} = arith.constant dense_resource<{label}> : {tensor((shape, dtype))}")
            return
        text = _nested([number(value, dtype) for value in values], shape)
        self.line(f"{name} = arith.constant dense<{text}> : {tensor((shape, dtype))}")

    def pad(self, name: str, node: Node) -> None:
        shape, dtype = node.results[0]
        source = node.operands[0]
        low, high = node.attrs["low"], node.attrs["high"]
        indices = ", ".join(f"%i{k}: index" for k in range(len(shape)))
        self.line(f"{name}_c = arith.constant {number(node.attrs['value'], dtype)} : {dtype}")
        self.line(f"{name} = tensor.pad {self.name(source)} low{low} high{high} {{")
        self.line(f"^bb0({indices}):")
        self.line(f"  tensor.yield {name}_c : {dtype}")
        self.line(f"}} : {self.type(source)} to {tensor((shape, dtype))}")

    def slice(self, name: str, node: Node) -> None:
        source = node.operands[0]
        attrs = node.attrs
        sizes = list(node.results[0][0])
        self.line(
            f"{name} = tensor.extract_slice {self.name(source)}{attrs['offsets']} {sizes} "
            f"{attrs['strides']} : {self.type(source)} to {tensor(node.results[0])}"
        )

    def collapse(self, name: str, node: Node) -> None:
        self.reshape(name, node, "collapse_shape", "")

    def expand(self, name: str, node: Node) -> None:
        self.reshape(name, node, "expand_shape", f" output_shape {list(node.results[0][0])}")

    def reshape(self, name: str, node: Node, op: str, shape: str) -> None:
        source = node.operands[0]
        self.line(
            f"{name} = tensor.{op} {self.name(source)} {node.attrs['groups']}{shape} : "
            f"{self.type(source)} into {tensor(node.results[0])}"
        )

    def whole(self, name: str, node: Node) -> None:
        op = node.attrs["op"]
        dialect = "math" if op in MATH else "arith"
        names = ", ".join(map(self.name, node.operands))
        self.line(f"{name} = {dialect}.{op} {names} : {tensor(node.results[0])}")

    def result(self, position: int, node: Node) -> str:
        several = len(node.results)
        return f"%v{position}" + (f":{several}" if several > 1 else "") + " = "

    def arrow(self, node: Node) -> str:
        types = ", ".join(map(tensor, node.results))
        return f" -> ({types})" if len(node.results) > 1 else f" -> {types}"

    def outs(self, position: int, node: Node, op: Structured) -> str:
        return f"outs({self.list(node.operands[op.inputs : len(op.maps)])})"

    def structured(self, position: int, node: Node, op: Structured) -> None:
        inputs = node.operands[: op.inputs]
        arrow, result = self.arrow(node), self.result(position, node)
        ins = f"ins({self.list(inputs)}) " if inputs else ""
        outs = self.outs(position, node, op)
        if op.form == "generic":
            self.generic(f"{result}linalg.generic", node, op, f"{ins}{outs}", arrow)
        elif op.form in ("map", "reduce"):
            self.short(f"{result}linalg.{op.form}", op, ins, outs)
        elif op.form in ("transpose", "broadcast"):
            attr = {"transpose": "permutation", "broadcast": "dimensions"}[op.form]
            self.line(f"{result}linalg.{op.form} {ins}{outs} {attr} = {op.attrs[attr]}")
        elif op.form == "softmax":
            dimension = op.attrs["dimension"]
            self.line(f"{result}linalg.softmax dimension({dimension}) {ins}{outs}{arrow}")
        elif op.form == "elementwise":
            maps = ", ".join(affine_map(terms, len(op.extents)) for terms in op.maps)
            kind = f"kind=#linalg.elementwise_kind<{op.attrs['kind']}>"
            text = f"linalg.elementwise {kind} indexing_maps = [{maps}] {ins}{outs}{arrow}"
            self.line(f"{result}{text}")
        elif op.attrs.get("maps"):
            maps = ", ".join(affine_map(terms, len(op.extents)) for terms in op.maps)
            text = f"linalg.{op.form} indexing_maps = [{maps}] {ins}{outs}{arrow}"
            self.line(f"{result}{text}")
        else:
            self.line(f"{result}linalg.{op.form}{_window(op)} {ins}{outs}{arrow}")

    def body(self, node: Node, op: Structured, indent: str) -> _Body:
        tables = [(self.name(ref), self.program.type_of(ref)) for ref in node.operands]
        return _Body(op.body, tables[len(op.maps) :], indent)

    def generic(self, head: str, node: Node, op: Structured, operands: str, arrow: str) -> None:
        maps = ", ".join(affine_map(terms, len(op.extents)) for terms in op.maps)
        kinds = ", ".join(f'"{kind}"' for kind in op.kinds)
        self.line(f"{head} {{indexing_maps = [{maps}],")
        self.line(f"    iterator_types = [{kinds}]}} {operands} {{")
        refs = node.operands[: len(op.maps)]
        arguments = [f"%b{k}: {self.program.type_of(ref)[1]}" for k, ref in enumerate(refs)]
        self.line(f"^bb0({', '.join(arguments)}):")
        body = self.body(node, op, "    ")
        self.lines += body.lines
        names = ", ".join(body.names[i] for i in op.yields)
        types = ", ".join(op.body[i].dtype for i in op.yields)
        self.line(f"  linalg.yield {names} : {types}")
        self.line(f"}}{arrow}")

    def short(self, head: str, op: Structured, ins: str, outs: str) -> None:
        """Print linalg.map or linalg.reduce with one operation, as `{ arith.addf }`."""
        inner = op.body[-1].op
        inner = f"{'math' if inner in MATH else 'arith'}.{inner}"
        tail = f" dimensions = {op.attrs['dimensions']}" if op.form == "reduce" else ""
        self.line(f"{head} {{ {inner} }} {ins}{outs}{tail}")


def _window(op: Structured) -> str:
    parts = []
    for attr in ("dilations", "strides"):
        values = op.attrs.get(attr)
        if values:
            parts.append(f"{attr} = dense<{values}> : tensor<{len(values)}xi64>")
    return f" {{{', '.join(parts)}}}" if parts else ""


def _nested(texts: list[str], shape: tuple[int, ...]) -> str:
    if not shape:
        return texts[0]
    step = len(texts) // shape[0]
    parts = [_nested(texts[i * step : (i + 1) * step], shape[1:]) for i in range(shape[0])]
    return "[" + ", ".join(parts) + "]"


class _OnMemrefs(_Printer):
    """The same on memrefs: each value is a buffer, each output an argument that is written.

    An init without other users is overwritten; any other, and each argument that is not written,
    is copied first.
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.uses = Counter(ref for node in program.nodes for ref in node.operands)
        self.uses.update(program.outputs)
        self.names: dict[Ref, str] = {}
        self.places = program.in_place()

    def name(self, ref: Ref) -> str:
        return self.names.get(ref, f"%v{ref[0]}")

    def type(self, ref: Ref) -> str:
        return _OnMemrefs.memref(super().type(ref))

    @staticmethod
    def memref(text: str) -> str:
        return text.replace("tensor<", "memref<")

    def line(self, text: str) -> None:
        super().line(self.memref(text).replace("tensor.empty", "memref.alloc"))

    def fill(self, name: str, node: Node) -> None:
        dtype = node.results[0][1]
        type_ = tensor(node.results[0])
        self.line(f"{name}_c = arith.constant {number(node.attrs['value'], dtype)} : {dtype}")
        self.line(f"{name} = memref.alloc() : {type_}")
        self.line(f"linalg.fill ins({name}_c : {dtype}) outs({name} : {type_})")

    def result(self, position: int, node: Node) -> str:
        return ""

    def arrow(self, node: Node) -> str:
        return ""

    def outs(self, position: int, node: Node, op: Structured) -> str:
        names, types = [], []
        for which, ref in enumerate(node.operands[op.inputs : len(op.maps)]):
            kind, type_, buffer = self.program.nodes[ref[0]].kind, self.type(ref), self.name(ref)
            is_copied = kind == "arg" or self.uses[ref] > 1
            if is_copied and (position, which) not in self.places:
                copy = f"%v{position}_{which}"
                self.line(f"{copy} = memref.alloc() : {type_}")
                if kind != "empty":
                    self.line(f"memref.copy {buffer}, {copy} : {type_} to {type_}")
                buffer = copy
            self.names[position, which] = buffer
            names.append(buffer)
            types.append(type_)
        return f"outs({', '.join(names)} : {', '.join(types)})"


def to_mlir(program: Program) -> str:
    """Text of one function @f."""
    printer = _OnMemrefs(program) if program.memrefs else _Printer(program)
    for position, node in enumerate(program.nodes):
        printer.node(position, node)
    refs = [(i, 0) for i in program.arguments]
    arguments = [f"{printer.name(ref)}: {printer.type(ref)}" for ref in refs]
    types = list(map(printer.type, program.outputs))
    if program.memrefs:
        places = program.in_place()
        for k, (ref, type_) in enumerate(zip(program.outputs, types, strict=True)):
            if ref not in places:
                arguments.append(f"%out{k}: {type_}")
                printer.line(f"memref.copy {printer.name(ref)}, %out{k} : {type_} to {type_}")
        types, last = [], "  return"
    else:
        last = f"  return {printer.list(program.outputs)}"
    results = f" -> ({', '.join(types)})" if types else ""
    head = f"func.func @f({', '.join(arguments)}){results} {{"
    text = "\n".join([head, *printer.lines, last, "}", ""])
    if printer.resources:
        blobs = ", ".join(printer.resources)
        text += f"{{-# dialect_resources: {{ builtin: {{ {blobs} }} }} #-}}\n"
    return text
