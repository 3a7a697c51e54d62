const placeholder = /\{([A-Za-z]\w{0,31})\}/g
const maxLength = 8000

/** Replaces placeholders in a template. Unknown ones stay visible, and inserted values are not expanded again. */
export function render(template: string, variables: Readonly<Record<string, string>>): string {
  return template
    .replaceAll(placeholder, (match, name: string) =>
      Object.hasOwn(variables, name) ? (variables[name] ?? '') : match,
    )
    .slice(0, maxLength)
}

/** Renders a single line for a subject. */
export const renderLine = (template: string, variables: Readonly<Record<string, string>>): string =>
  render(template, variables)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, 200)
