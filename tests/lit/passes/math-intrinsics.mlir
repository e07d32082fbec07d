// What a GPU has an instruction for becomes a call of an intrinsic; the rest is left alone.
// RUN: %mlirgym-opt %s --mlirgym-math-intrinsics --split-input-file --verify-diagnostics | FileCheck %s
// CHECK-LABEL: func.func @payload
// CHECK:         llvm.call_intrinsic "llvm.sqrt"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.fabs"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.floor"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.ceil"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.round"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.roundeven"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.trunc"(%{{.+}}) : (f32) -> f32
// CHECK:         llvm.call_intrinsic "llvm.copysign"(%{{.+}}, %{{.+}}) : (vector<4xf64>, vector<4xf64>) -> vector<4xf64>
// CHECK:         math.fma
func.func @payload(%x: f32, %v: vector<4xf64>, %w: vector<4xf64>) -> (f32, vector<4xf64>) {
  %0 = math.sqrt %x : f32
  %1 = math.absf %0 : f32
  %2 = math.floor %1 : f32
  %3 = math.ceil %2 : f32
  %4 = math.round %3 : f32
  %5 = math.roundeven %4 : f32
  %6 = math.trunc %5 : f32
  %7 = math.copysign %v, %w : vector<4xf64>
  %8 = math.fma %6, %6, %6 : f32
  return %8, %7 : f32, vector<4xf64>
}

// -----
func.func @library(%x: f64) -> f64 {
  // expected-error @below {{no code on a GPU: math.sin of 'f64' is a function of a mathematical library; compute it in f32, or by arithmetic}}
  %0 = math.sin %x : f64
  return %0 : f64
}
