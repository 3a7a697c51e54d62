const mostReceivers = 50
const address = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,190}[A-Za-z0-9])?$/

/** The addresses of a list with commas, semicolons or spaces between them, each once and 50 at most; what is none, or one too many, is told apart. */
export function receiversIn(text: string): { readonly addresses: readonly string[]; readonly wrong: readonly string[] } {
  const given = [...new Set(text.split(/[,;\s]+/).filter(Boolean))]
  const isGood = (one: string): boolean => address.test(one)
  const addresses = given.filter(isGood)
  return { addresses: addresses.slice(0, mostReceivers), wrong: [...given.filter((one) => !isGood(one)), ...addresses.slice(mostReceivers)] }
}
