import type { ScriptEvent } from '../../../../contract/scada/ruleScript.ts'
import type { DeviceRef } from '../../../../contract/telemetry/index.ts'
import type { ScriptInput } from '../../../scripts/runner/index.ts'
import type { KnownDevice } from './deviceDirectory.ts'

/** An event that runs scripts. */
export interface ScriptMessage {
  readonly event: ScriptEvent
  readonly topic: string
  readonly payload: string
  /** The device concerned; null for a timer. */
  readonly device: DeviceRef | null
  /** The platform row of the device, if there is one. */
  readonly known: KnownDevice | null
  /** `JSON` or `BINARY`, the form in which the device sent the payload. */
  readonly protocolCode: string
  readonly at: number
}

/** What the scripts of one event pass on to each other. */
export interface ScriptState {
  readonly topic: string
  readonly payload: string
  readonly data: Readonly<Record<string, unknown>>
}

export const getStart = ({ topic, payload }: ScriptMessage): ScriptState => ({ topic, payload, data: {} })

/** Input of a run. Scripts identify a product by its id. */
export function createInput(message: ScriptMessage, state: ScriptState): ScriptInput {
  const { known, device, protocolCode, at } = message
  return {
    topic: state.topic,
    payload: state.payload,
    serialNumber: known?.serial || device?.device || '',
    productId: known?.product ?? '',
    protocolCode,
    data: state.data,
    nowMs: at,
  }
}

export const formatDevice = (device: DeviceRef | null): string => (device ? `${device.project}/${device.device}` : '')

/** Values for the placeholders of bridges, besides those that a bridge knows from the message. */
export const listValues = ({ known, device }: ScriptMessage, { data }: ScriptState): Record<string, unknown> => ({
  productId: known?.product ?? '',
  serialNumber: known?.serial || device?.device || '',
  ...data,
})

/** Values for the placeholders of notification templates. */
export const listTemplateValues = (message: ScriptMessage, state: ScriptState): Record<string, unknown> => ({
  topic: state.topic,
  payload: state.payload,
  project: message.device?.project ?? '',
  device: message.known?.name ?? message.device?.device ?? '',
  ...listValues(message, state),
})
