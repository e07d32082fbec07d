"""Models of other frameworks as linalg on tensors, by the packages that import them."""
