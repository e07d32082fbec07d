// Memrefs and an aggregated operation: softmax becomes four operations. The
// last argument is the output.
func.func @normalize_rows(%x: memref<256x192xf32>, %out: memref<256x192xf32>) {
  linalg.softmax dimension(1) ins(%x : memref<256x192xf32>) outs(%out : memref<256x192xf32>)
  return
}
