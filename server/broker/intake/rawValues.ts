import type { DeviceRef } from '../../../contract/telemetry/index.ts'

/** Reads messages that are the bytes of one value, without a frame around it. */
export interface RawValues {
  /** Returns point and value, NaN for invalid bytes; null if the device declares no value of this length. */
  read(device: DeviceRef, bytes: Uint8Array): { readonly point: string; readonly value: number } | null
}

/** Messages that are longer contain no raw value. */
export const maxRawBytes = 4
