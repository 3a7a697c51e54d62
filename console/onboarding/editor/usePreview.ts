import { useMemo, useState } from 'react'
import { parseHex } from '../../../contract/mapping/index.ts'
import type { Mapping } from '../../../contract/mapping/index.ts'
import { useStores } from '../../stores/root.ts'
import { emptyMapping, listFilters } from '../mappingDraft.ts'
import { previewMapping } from '../preview.ts'
import { useMessages } from '../useMessages.ts'

/** A pasted message. Without a topic, the last messages of the server are previewed. */
export interface PastedMessage {
  readonly topic: string
  /** Text, or bytes as `hex:01 a4`. */
  readonly payload: string
}

const hexPrefix = 'hex:'
const encoder = new TextEncoder()

/** What a mapping reads from its last messages, or from a pasted one. */
export function usePreview(mapping: Mapping | null) {
  const { projects } = useStores()
  const [openedAt] = useState(() => Date.now())
  const [pasted, setPasted] = useState<PastedMessage>({ topic: '', payload: '' })
  const [chosen, setChosen] = useState<string | null>(null)
  const { value, failure } = useMessages(mapping ? listFilters(mapping) : [])
  const zone = projects.list[0]?.timeZone ?? 'UTC'
  const received = value?.messages
  const preview = useMemo(() => {
    const messages =
      pasted.topic === '' ? (received ?? []) : [{ topic: pasted.topic, payload: toBytes(pasted.payload), at: openedAt }]
    return previewMapping(mapping ?? emptyMapping, messages, zone)
  }, [mapping, received, pasted, openedAt, zone])
  const newestAt = received?.[0]?.at ?? null
  const device = chosen !== null && preview.devices.includes(chosen) ? chosen : (preview.devices[0] ?? null)
  return { preview, device, setDevice: setChosen, pasted, setPasted, newestAt, failure }
}

const toBytes = (text: string): Uint8Array =>
  (text.startsWith(hexPrefix) ? parseHex(text.slice(hexPrefix.length).replaceAll(/\s/g, '')) : null) ??
  encoder.encode(text)
