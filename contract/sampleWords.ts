/** Translations of samples and demo data, keyed by the English text: whole texts and parts of names. */
export type SampleWords = Readonly<Record<string, string>>

/** Spaces before Chinese characters or digits, which Chinese text omits. */
const between = /(?<=[\u4e00-\u9fff])[ ](?=[\u4e00-\u9fff\d])/g

/**
 * Returns a function that translates a text: as a whole, otherwise part by part with longer parts first. Unknown text
 * remains unchanged.
 */
export function wordsFrom(words: SampleWords): (text: string) => string {
  const parts = Object.keys(words).toSorted((a, b) => b.length - a.length).map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (parts.length === 0) return (text) => text
  const pattern = new RegExp(`(?<![A-Za-z/-])(?:${parts.join('|')})(?![A-Za-z-])`, 'g')
  return (text) => words[text] ?? text.replaceAll(pattern, (part) => words[part] ?? part).replaceAll(between, '')
}

/**
 * Translates a drawing file: its name, component names, texts and prompts, and texts selected by tag states. All other
 * content remains unchanged.
 */
export function drawingIn(drawing: unknown, say: (text: string) => string): unknown {
  if (!isObject(drawing)) return drawing
  return { ...named(drawing, say), ...Array.isArray(drawing['components']) && { components: drawing['components'].map((component: unknown) => componentIn(component, say)) } }
}

function componentIn(component: unknown, say: (text: string) => string): unknown {
  if (!isObject(component)) return component
  const { props, extras, bindings } = component
  return {
    ...named(component, say),
    ...isObject(props) && { props: told(props, ['text', 'onText', 'offText'], say) },
    ...isObject(extras) && { extras: told(extras, ['prompt'], say) },
    ...Array.isArray(bindings) && { bindings: bindings.map((binding: unknown) => bindingIn(binding, say)) },
  }
}

function bindingIn(binding: unknown, say: (text: string) => string): unknown {
  if (!isObject(binding) || binding['prop'] !== 'text' || !isObject(binding['via'])) return binding
  const { via } = binding
  const states: unknown = via['states']
  return { ...binding, via: { ...told(via, ['otherwise'], say), ...Array.isArray(states) && { states: states.map((state: unknown) => (isObject(state) ? told(state, ['value'], say) : state)) } } }
}

const named = (given: Readonly<Record<string, unknown>>, say: (text: string) => string) => told(given, ['name'], say)

function told(given: Readonly<Record<string, unknown>>, names: readonly string[], say: (text: string) => string): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(given).map(([name, value]) => [name, typeof value === 'string' && names.includes(name) ? say(value) : value]))
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null && !Array.isArray(value)
