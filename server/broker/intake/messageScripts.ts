import type { DeviceRef } from '../../../contract/telemetry/index.ts'
import type { CustomMessage } from '../custom/customTopics.ts'

/** A report of a device before it is decoded. */
export interface DeviceReport {
  readonly device: DeviceRef
  readonly topic: string
  readonly payload: Buffer
}

/** Topic and payload that replace those of a message. */
export interface ReplacedMessage {
  readonly topic: string
  readonly payload: Buffer
}

/** Rule scripts that run on messages. */
export interface MessageScripts {
  /**
   * Runs the scripts of a report. Returns undefined if the message continues at once and unchanged; otherwise a promise,
   * which never rejects, of the replacement, or of null for no change. Messages of one device continue in their order.
   */
  onReport(report: DeviceReport): Promise<ReplacedMessage | null> | undefined
  /**
   * Runs the scripts of messages sent to a device. Returns undefined for no change; otherwise a promise, which never
   * rejects, of the messages to send instead.
   */
  onDownlink(
    device: DeviceRef,
    command: ReplacedMessage,
    messages: readonly CustomMessage[],
  ): Promise<readonly CustomMessage[]> | undefined
}
