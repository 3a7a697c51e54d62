import type { Component } from '@mimic/engine'
import { catalog, getFeeds } from '@mimic/engine/catalog'
import type { DrawingDocument } from '@mimic/engine/document'
import { useCallback, useMemo, useState } from 'react'
import { decodeLocalized } from '../../contract/localizedText.ts'
import type { Row } from '../../contract/entity/define.ts'
import { getEntityRoutes } from '../../contract/entity/routes.ts'
import { alarm, faultWords } from '../../contract/alarms/alarm.ts'
import { useStores } from '../stores/root.ts'
import { PlantAlarms } from './feeds/plantAlarms.ts'
import { getWordsKey } from '../locales/languages.ts'

const policy = getEntityRoutes(alarm)['list']?.policy

/** Alarm lists of a drawing: their data source, and the list whose alarms are being handled. */
export function useAlarmLists(document: DrawingDocument, project: string, isKiosk: boolean) {
  const { alarms: alarmStore, entities, preferences, session, telemetry } = useStores()
  const [openList, setOpenList] = useState<Component | null>(null)
  const close = useCallback(() => setOpenList(null), [])
  const lists = useMemo(() => [...document.components.values()].filter(listsAlarms), [document])
  const maySee = lists.length > 0 && policy !== undefined && session.mayCall(policy, project)
  const plant = useMemo(
    () =>
      maySee
        ? new PlantAlarms({
            client: entities.of(alarm).client,
            project,
            alarmStore,
            getChangeCount: () => entities.getChangeCount(alarm.name),
            isLinked: () => telemetry.link.link !== 'lost',
            format: (row) => formatAlarm(row, getWordsKey(preferences.language)),
          })
        : null,
    [maySee, project, alarmStore, entities, preferences, telemetry],
  )
  const handlers = useMemo(
    () => new Map(plant && !isKiosk ? lists.map(({ id }) => [id, setOpenList] as const) : []),
    [plant, lists, isKiosk],
  )
  return { plant, listKind: openList, answers: handlers, close }
}

const listsAlarms = (component: Component): boolean =>
  getFeeds(component, catalog).some(({ kind }) => kind === 'alarms')

/** Localized fault name and message. */
function formatAlarm(row: Row, language: 'en' | 'zh'): string {
  const { fault, message }: Readonly<Record<string, unknown>> = { ...row }
  return [faultWords(fault)?.[language], decodeLocalized(String(message))[language]]
    .filter((part) => part !== undefined && part !== '')
    .join(' · ')
}
