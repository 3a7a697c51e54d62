import { type Command, deviceIn, type DeviceRef } from '../../contract/telemetry/index.ts'

/** A property of a product's thing model, as far as a message needs it. */
export interface CustomProperty {
  readonly identifier: string
  readonly type: string
  readonly isWritable: boolean
}

/** The device that stands in an own topic's name, with what its product says that it has. */
export interface CustomDevice extends DeviceRef {
  readonly properties: readonly CustomProperty[]
  /** Whether the rows still say the same of it. While they do, what it said of other properties before holds beside what it says now. */
  readonly stands: () => boolean
}

/** What the name of an own topic means. */
export interface CustomTopic {
  readonly direction: 'up' | 'down'
  readonly isRetained: boolean
  /** The longest time to the device's next message, on whichever of its topics; undefined: the usual. */
  readonly everyMs: number | undefined
  /** Null: no device of the product, one out of use, or the part that reads own topics is off. */
  readonly device: CustomDevice | null
}

export interface CustomFilter {
  readonly filter: string
  readonly qos: 0 | 1 | 2
}

export interface CustomMessage {
  readonly topic: string
  readonly payload: Buffer
  readonly qos: 0 | 1 | 2
  readonly retain: boolean
}

/** The topics that this installation declared beside the house's own. Everything is answered from memory: it is asked at each message. */
export interface CustomTopics {
  /** Null: no row names such a topic. */
  find(topic: string): CustomTopic | null
  /** Whether a filter with a wildcard is one of a declared topic for all its devices. */
  covers(filter: string): boolean
  /** What devices speak on, for an external broker. */
  heard(): readonly CustomFilter[]
  /** How a command goes out besides by the house's own topic. */
  messagesFor(command: Command & DeviceRef): readonly CustomMessage[]
  /** What a client is meant to hear whether it asks or not. */
  meantFor(clientId: string): readonly CustomFilter[]
  /** Told when any of these answers may have changed; returns how to stop listening. */
  onChange(listener: () => void): () => void
}

/** An installation without own topics. */
export const emptyCustomTopics: CustomTopics = {
  find: () => null, covers: () => false, heard: () => [], messagesFor: () => [], meantFor: () => [], onChange: () => () => {},
}

/** Finds the declared topic that a topic's name falls under, by its name with the device's place in it; null where there is none. */
export function findDeclared<Row>(topic: string, rows: ReadonlyMap<string, Row>, isRight: (row: Row, device: string) => boolean): { readonly row: Row; readonly device: string } | null {
  let first: { readonly row: Row; readonly device: string } | null = null
  for (const { name, device } of deviceIn(topic)) {
    const row = rows.get(name)
    if (row === undefined) continue
    if (isRight(row, device)) return { row, device }
    first ??= { row, device }
  }
  return first
}
