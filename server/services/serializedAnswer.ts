/** An answer with large fields that are JSON text already, so that the server need not parse and write them again. */
export class SerializedAnswer<Answer> {
  readonly head: Partial<Answer>
  /** JSON text by field. */
  readonly texts: Readonly<Partial<Record<keyof Answer & string, string>>>

  constructor(head: Partial<Answer>, texts: Readonly<Partial<Record<keyof Answer & string, string>>>) {
    this.head = head
    this.texts = texts
  }

  /** JSON text of the whole answer. */
  write(): string {
    const head = JSON.stringify(this.head).slice(1, -1)
    const texts = Object.entries<string | undefined>(this.texts).flatMap(([field, text]) => (text === undefined ? [] : [`${JSON.stringify(field)}:${text}`]))
    return `{${[head, ...texts].filter(Boolean).join(',')}}`
  }
}
