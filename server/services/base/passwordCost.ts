/** log2 of scrypt's N: about 0.25 s and 64 MiB per hash. */
export const realPasswordCost = 16

let log2N = realPasswordCost

/** Cost of new password hashes; test servers set a cheaper one. Stored hashes keep their own cost. */
export const passwordCost = {
  get log2N(): number {
    return log2N
  },
  set: (next: number): void => {
    log2N = next
  },
}
