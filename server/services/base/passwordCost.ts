/** log2 of scrypt's N: about 0.25 s and 64 MiB per hash. */
export const realPasswordCost = 16

let log2N = realPasswordCost

/** Cost of new password hashes: the real one, unless the start of a test server sets a cheaper one. A stored hash keeps its own cost. */
export const passwordCost = {
  get log2N(): number { return log2N },
  set: (next: number): void => { log2N = next },
}
