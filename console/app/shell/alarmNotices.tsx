import { App } from 'antd'
import { type ReactNode, useEffect, useMemo, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { faultWords } from '../../../contract/alarms/alarm.ts'
import { decodeLocalized } from '../../../contract/localizedText.ts'
import { serverAlarmKinds } from '../../../contract/serverAlarms.ts'
import { formatTime } from '../../kit/text/formatTime.ts'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import type { ServerAlarmStore } from '../../stores/live/serverAlarmStore.ts'
import { useStores } from '../../stores/root.ts'

const openAlarms = '/alarms?filter.status=unconfirmed'
const serverPage = '/monitor/server'

/** A severe alarm as a notice. */
export interface Notice {
  readonly id: string
  readonly title: string
  readonly description: ReactNode
  /** Address that the notice opens. */
  readonly path: string
  /** Does not show the notice again. */
  readonly dismiss: () => void
}

/** Severe alarms that are not acknowledged or dismissed, also those of the server if given. Call it inside an observer. */
export function useSevereAlarms(ofServer: ServerAlarmStore | null): readonly Notice[] {
  const { alarms, projects } = useStores()
  const { t } = useTranslation('shell')
  const localize = useLocalized()
  const severe = alarms.severe
  const severeOfServer = ofServer?.severe
  return useMemo(
    () => [
      ...severe.map(({ id, fault, message, at, project }): Notice => {
        const words = faultWords(fault)
        return {
          id,
          title: t('alarms.severe', { fault: words ? localize(words) : fault }),
          description: (
            <>
              {localize(decodeLocalized(message))}
              <br />
              {projects.name(project)} · {formatTime(at)}
            </>
          ),
          path: openAlarms,
          dismiss: () => alarms.dismiss(id),
        }
      }),
      ...(severeOfServer ?? []).map(({ id, kind, detail, raisedAt }): Notice => ({
        id,
        title: t('serverAlarm.severe', { fault: localize(serverAlarmKinds[kind].words) }),
        description: (
          <>
            {localize(decodeLocalized(detail))}
            <br />
            {formatTime(raisedAt)}
          </>
        ),
        path: serverPage,
        dismiss: () => ofServer?.dismiss(id),
      })),
    ],
    [severe, severeOfServer, ofServer, alarms, projects, t, localize],
  )
}

/** Shows each notice until `seconds` have passed, or until it is closed, opened, or acknowledged by any user. */
export function useNotices(notices: readonly Notice[], seconds: number | false): void {
  const { notification } = App.useApp()
  const navigate = useNavigate()
  const shown = useRef(new Set<string>())
  useEffect(() => {
    const now = new Set(notices.map(({ id }) => id))
    for (const id of shown.current) if (!now.has(id)) notification.destroy(toNoticeKey(id))
    for (const { id, title, description, path, dismiss } of notices) {
      if (shown.current.has(id)) continue
      notification.error({
        // Bottom right, so that the header and its count remain visible.
        key: toNoticeKey(id),
        duration: seconds,
        placement: 'bottomRight',
        role: 'alert',
        title,
        description,
        // A notice that closes by timeout or with its page may not have been noticed, so it is shown again on the next
        // page with a header.
        onClose: () => {
          if (seconds === false && shown.current.has(id)) dismiss()
        },
        onClick: () => {
          dismiss()
          void navigate(path)
        },
      })
    }
    shown.current = now
  }, [notices, seconds, notification, navigate])
  // Close the notices when leaving the pages with a header or when the session ends.
  useEffect(
    () => () => {
      const left = shown.current
      shown.current = new Set()
      for (const id of left) notification.destroy(toNoticeKey(id))
    },
    [notification],
  )
}

const toNoticeKey = (id: string): string => `alarm-${id}`
