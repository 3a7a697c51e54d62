import type { Component } from '@mimic/engine'
import { catalog, feedsOf } from '@mimic/engine/catalog'
import type { DrawingDocument } from '@mimic/engine/document'
import { useCallback, useMemo, useState } from 'react'
import { decodeLocalized } from '../../contract/localizedText.ts'
import type { Row } from '../../contract/entity/define.ts'
import { routesOf } from '../../contract/entity/routes.ts'
import { alarm, faultWords } from '../../contract/lighting/alarm.ts'
import { useStores } from '../stores/root.ts'
import { PlantAlarms } from './feeds/plantAlarms.ts'

const policy = routesOf(alarm)['list']?.policy

/** Alarm lists of a drawing: their data source, and the list whose alarms are being handled. */
export function useAlarmLists(document: DrawingDocument, project: string, isKiosk: boolean) {
  const { alarms: desk, entities, preferences, session, telemetry } = useStores()
  const [asked, setAsked] = useState<Component | null>(null)
  const close = useCallback(() => setAsked(null), [])
  const lists = useMemo(() => [...document.components.values()].filter(listsAlarms), [document])
  const maySee = lists.length > 0 && policy !== undefined && session.mayCall(policy, project)
  const plant = useMemo(() => (maySee ? new PlantAlarms({
    client: entities.of(alarm).client, project, desk, turn: () => entities.turnOf(alarm.name), isLinked: () => telemetry.link.link !== 'lost',
    say: (row) => sentenceOf(row, preferences.language === 'zh-cn' ? 'zh' : 'en'),
  }) : null), [maySee, project, desk, entities, preferences, telemetry])
  const answers = useMemo(() => new Map(plant && !isKiosk ? lists.map(({ id }) => [id, setAsked] as const) : []), [plant, lists, isKiosk])
  return { plant, asked, answers, close }
}

const listsAlarms = (component: Component): boolean => feedsOf(component, catalog).some(({ kind }) => kind === 'alarms')

/** Localized fault name and message. */
function sentenceOf(row: Row, language: 'en' | 'zh'): string {
  const { fault, message }: Readonly<Record<string, unknown>> = { ...row }
  return [faultWords(fault)?.[language], decodeLocalized(String(message))[language]].filter((part) => part !== undefined && part !== '').join(' · ')
}
