/** A message for a bridge, from a rule script or from the report of a device. */
export interface BridgeMessage {
  /** MQTT topic of the original message, or the one that the script has set. */
  readonly topic: string
  /** Text of the message. */
  readonly payload: string
  /** Id of the project to which the device belongs. */
  readonly project: string
  /** Telemetry name of the device. Messages of one device are delivered in order. */
  readonly device?: string
  /** Time of the message in milliseconds since 1970. */
  readonly at: number
  /**
   * Values for the placeholders `${name}` of the bridge, besides `topic`, `payload`, `project`, `device`,
   * `serialNumber`, `at`, `time` and `messageId`. A value with one of these names replaces it.
   */
  readonly values: Readonly<Record<string, unknown>>
}

/**
 * Queues a message for a bridge. Resolves with `queued` after the message is stored durably; it is delivered later, also
 * after a restart. Resolves with `refused` if the bridge does not exist, is disabled, or sends nothing (an input).
 * Rejects if the message cannot be stored.
 */
export type SendMessage = (bridgeId: string, message: BridgeMessage) => Promise<'queued' | 'refused'>

/** Queues messages for bridges. */
export interface BridgeSender {
  readonly send: SendMessage
}
