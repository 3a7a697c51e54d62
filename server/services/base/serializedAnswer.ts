/**
 * A response whose large fields are already JSON text as bytes, so that the server does not parse, serialize and encode
 * them again.
 */
export class SerializedResponse<Answer> {
  readonly head: Partial<Answer>
  /** JSON text by field. */
  readonly texts: Readonly<Partial<Record<keyof Answer & string, Uint8Array>>>

  constructor(head: Partial<Answer>, texts: Readonly<Partial<Record<keyof Answer & string, Uint8Array>>>) {
    this.head = head
    this.texts = texts
  }

  /** Returns the JSON text of the response between two other texts. */
  write(before: string, after: string): Buffer {
    const head = JSON.stringify(this.head).slice(0, -1)
    const parts: Uint8Array[] = [Buffer.from(before + head)]
    let comma = head === '{' ? '' : ','
    for (const [field, text] of Object.entries<Uint8Array | undefined>(this.texts)) {
      if (!text) continue
      parts.push(Buffer.from(`${comma}${JSON.stringify(field)}:`), text)
      comma = ','
    }
    return Buffer.concat([...parts, Buffer.from(`}${after}`)])
  }
}
