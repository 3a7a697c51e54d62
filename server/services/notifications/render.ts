const place = /\{([A-Za-z]\w{0,31})\}/g
const mostFilled = 8000

/** Fills a template's places; one that nothing is given for stays as it is written, so that the mistake is seen. What is filled in is not read again. */
export function render(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replaceAll(place, (written, name: string) => (Object.hasOwn(variables, name) ? variables[name] ?? '' : written)).slice(0, mostFilled)
}

/** For a subject: one line. */
export const renderLine = (template: string, variables: Readonly<Record<string, string>>): string =>
  render(template, variables).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200)

/** The addresses of a list with commas between them; what is none is left out and told. */
export function receiversIn(text: string): { readonly addresses: readonly string[]; readonly wrong: readonly string[] } {
  const given = [...new Set(text.split(/[,;\s]+/).filter(Boolean))].slice(0, mostReceivers)
  return { addresses: given.filter((one) => address.test(one)), wrong: given.filter((one) => !address.test(one)) }
}

const mostReceivers = 50
const address = /^[\w.!#$%&'*+/=?^`{|}~-]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,190}[A-Za-z0-9])?$/
