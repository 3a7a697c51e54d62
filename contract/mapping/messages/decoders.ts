/** What a decoder of binary payloads receives. */
export interface DecoderInput {
  readonly bytes: Uint8Array
  readonly topic: string
  /** Key of the device, or null if the message does not name it. */
  readonly device: string | null
  /** LoRaWAN port (`fPort`); null if the message has none. */
  readonly port: number | null
  /** Time of receipt in milliseconds since 1970. */
  readonly receivedAt: number
}

/**
 * One value that a decoder found. A point reads it by the path `$decoded.<name>`; its conversion and type apply
 * afterwards.
 */
export interface DecodedPoint {
  readonly name: string
  readonly value: number | boolean | string | null
  /** Source time in milliseconds since 1970; the time of the message if absent. */
  readonly at?: number
  readonly quality?: 'good' | 'uncertain' | 'bad'
  /** Key of another device, if the bytes carry values of several. */
  readonly device?: string
}

/** A built-in decoder: pure, and never throws. Null if the bytes do not have its format. */
export type Codec = (input: DecoderInput) => readonly DecodedPoint[] | null

/** A decoder in a script language, which the script engine of the server runs. It returns a list of decoded points. */
export interface ScriptDecoder {
  readonly kind: 'script'
  readonly language: 'javascript' | 'groovy'
  readonly source: string
}
