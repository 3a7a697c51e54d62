const place = /\{([A-Za-z]\w{0,31})\}/g
const mostFilled = 8000

/** Fills a template's places; one that nothing is given for stays as it is written, so that the mistake is seen. What is filled in is not read again. */
export function render(template: string, variables: Readonly<Record<string, string>>): string {
  return template.replaceAll(place, (written, name: string) => (Object.hasOwn(variables, name) ? variables[name] ?? '' : written)).slice(0, mostFilled)
}

/** For a subject: one line. */
export const renderLine = (template: string, variables: Readonly<Record<string, string>>): string =>
  render(template, variables).replaceAll(/\p{Cc}+/gu, ' ').slice(0, 200)
