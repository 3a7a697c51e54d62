/** Translations of samples and demo data, keyed by the English text: whole texts and parts of names. */
export type SampleWords = Readonly<Record<string, string>>

/** Spaces before Chinese characters or digits, which Chinese text omits. */
const between = /(?<=[\u4e00-\u9fff])[ ](?=[\u4e00-\u9fff\d])/g

/**
 * Returns a function that translates a text: as a whole, otherwise part by part with longer parts first. Unknown text
 * remains unchanged.
 */
export function createTranslator(words: SampleWords): (text: string) => string {
  const parts = Object.keys(words)
    .toSorted((a, b) => b.length - a.length)
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  if (parts.length === 0) return (text) => text
  const pattern = new RegExp(`(?<![A-Za-z/-])(?:${parts.join('|')})(?![A-Za-z-])`, 'g')
  return (text) => words[text] ?? text.replaceAll(pattern, (part) => words[part] ?? part).replaceAll(between, '')
}

/**
 * Translates a drawing file: its name, component names, texts and prompts, and texts selected by tag states. All other
 * content remains unchanged.
 */
export function translateDrawing(drawing: unknown, translate: (text: string) => string): unknown {
  if (!isObject(drawing)) return drawing
  return {
    ...translateName(drawing, translate),
    ...(Array.isArray(drawing['components']) && {
      components: drawing['components'].map((component: unknown) => translateComponent(component, translate)),
    }),
  }
}

function translateComponent(component: unknown, translate: (text: string) => string): unknown {
  if (!isObject(component)) return component
  const { props, extras, bindings } = component
  return {
    ...translateName(component, translate),
    ...(isObject(props) && { props: translateFields(props, ['text', 'onText', 'offText'], translate) }),
    ...(isObject(extras) && { extras: translateFields(extras, ['prompt'], translate) }),
    ...(Array.isArray(bindings) && {
      bindings: bindings.map((binding: unknown) => translateBinding(binding, translate)),
    }),
  }
}

function translateBinding(binding: unknown, translate: (text: string) => string): unknown {
  if (!isObject(binding) || binding['prop'] !== 'text' || !isObject(binding['via'])) return binding
  const { via } = binding
  const states: unknown = via['states']
  return {
    ...binding,
    via: {
      ...translateFields(via, ['otherwise'], translate),
      ...(Array.isArray(states) && {
        states: states.map((state: unknown) =>
          isObject(state) ? translateFields(state, ['value'], translate) : state,
        ),
      }),
    },
  }
}

const translateName = (record: Readonly<Record<string, unknown>>, translate: (text: string) => string) =>
  translateFields(record, ['name'], translate)

function translateFields(
  record: Readonly<Record<string, unknown>>,
  names: readonly string[],
  translate: (text: string) => string,
): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    Object.entries(record).map(([name, value]) => [
      name,
      typeof value === 'string' && names.includes(name) ? translate(value) : value,
    ]),
  )
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
