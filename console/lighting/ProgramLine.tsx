import { makeId } from '@mimic/engine/document'
import { Button, Tag } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { loopKinds, poleKinds } from '../../contract/lighting/lampTypes.ts'
import { type LightLevels, type ProgramNow, routes } from '../../contract/routes.ts'
import { getValue } from '../crud/config/screenConfig.ts'
import { usePlantTime } from '../fields/usePlantTime.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'
import { type ManualEnd, toManualBody } from './manualEnd.ts'
import { OverrideForm, type OverrideLevels } from './OverrideForm.tsx'

/** Facilities that follow a lighting program. */
export type Programmed = 'pole' | 'loop'

interface ProgramLineProps {
  readonly kind: Programmed
  readonly row: Row
}

const everyMs = 10_000

/**
 * Shows which rule decides the level of a lamp or loop now, who set it, until when, and what comes next. Manual control
 * starts and ends here.
 */
export const ProgramLine = observer(function ProgramLine({ kind, row }: ProgramLineProps) {
  const { client, session } = useStores()
  const plantTime = usePlantTime()
  const { t } = useTranslation('lighting')
  const id = row.id
  const project = row.project ?? ''
  const polled = usePolling<ProgramNow>(`${kind}/${id}`, everyMs, (signal) =>
    client.call(`${kind}.program`, { params: { id } }, { quiet: true, signal }),
  )
  const localize = useLocalized()
  const { isBusy, failure, submit } = useSubmit()
  const [outcome, setOutcome] = useState('')
  const [isOpen, setOpen] = useState(false)
  const program = polled.value
  if (!program) return null
  const resume = () =>
    void submit(async () => {
      const { isSent, isProgrammed } = await client.call(`${kind}.resume`, { params: { id } }, { quiet: true })
      setOutcome(isProgrammed ? t(isSent ? 'program.resumed' : 'program.notSent') : '')
      await polled.load()
    })
  const override = (levels: OverrideLevels, end: ManualEnd) =>
    void submit(async () => {
      const body = { ...levels, ...toManualBody(end) }
      const { lamps, refused, guarded } = await client.call(
        `${kind}.override`,
        { params: { id }, body },
        { quiet: true, idempotencyKey: makeId() },
      )
      setOutcome(t(guarded > 0 ? 'manual.guarded' : lamps === refused ? 'manual.notSent' : 'manual.sent'))
      setOpen(false)
      await polled.load()
    })
  const { rule, next } = program
  const may = session.may(routes[`${kind}.override`].policy, project)
  return (
    <>
      <div className="lighting-program" role="status" data-hand={program.isByHand}>
        <Tag color={program.isByHand ? 'orange' : undefined}>{t(`rule.${rule}`)}</Tag>
        <span>{formatProgram(program)}</span>
        {next && (
          <small>
            {t('program.next', {
              time: plantTime(next.at, project, 'MM-DD HH:mm'),
              levels: formatLevels(next.setting),
            })}
          </small>
        )}
        {(failure ? localize(failure.words) : outcome) !== '' && (
          <small>{failure ? localize(failure.words) : outcome}</small>
        )}
        {program.isByHand && may && (
          <Button size="small" loading={isBusy} onClick={resume}>
            {t('program.resume')}
          </Button>
        )}
        {may && (
          <Button size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
            {t('manual.open')}
          </Button>
        )}
        {program.until !== null && <ZoneNote kind="plan" project={project} />}
      </div>
      {isOpen && <OverrideForm parts={getParts(kind, row)} project={project} isBusy={isBusy} onSend={override} />}
    </>
  )

  function formatProgram({ follows, until, override: manual, setting }: ProgramNow): string {
    const time = until === null ? '' : plantTime(until, project, 'MM-DD HH:mm')
    const levels = setting && Object.keys(setting).length > 0 ? ` · ${formatLevels(setting)}` : ''
    if (manual) {
      const end = until === null ? (follows === null ? 'program.handOpen' : 'program.handDaylight') : 'program.hand'
      const by = manual.scene === null ? t('manual.by', { by: manual.by }) : t('manual.sceneBy', { ...manual })
      return [t(end, { time }), by, ...(manual.reason === '' ? [] : [manual.reason])].join(' · ') + levels
    }
    if (follows === null) return t(kind === 'pole' ? 'program.noneOfLamp' : 'program.none')
    if (rule === 'linkage') return t('program.linkage', { time })
    return t(`program.${follows}`, { time }) + levels
  }

  function formatLevels({ dimming, dimming2, colorTemperature }: LightLevels): string {
    const parts = getParts(kind, row)
    return [
      ...(dimming === undefined ? [] : [parts.includes('isOn') ? t(dimming > 0 ? 'on' : 'off') : `${dimming} %`]),
      ...(typeof dimming2 === 'number' && parts.includes('dimming2') ? [t('manual.head2', { percent: dimming2 })] : []),
      ...(colorTemperature === undefined || !parts.includes('colorTemperature')
        ? []
        : [t('manual.color', { percent: colorTemperature })]),
    ].join(', ')
  }
})

/** Parts that the type of a lamp or loop has. */
function getParts(kind: Programmed, row: Row): readonly (keyof OverrideLevels | 'isOn')[] {
  const type = getValue(row, 'kind')
  if (kind === 'pole')
    return type === poleKinds.dual
      ? ['dimming', 'colorTemperature']
      : type === poleKinds.double
        ? ['dimming', 'dimming2']
        : ['dimming']
  return type === loopKinds.dimming
    ? ['dimming']
    : type === loopKinds.colorTemperature
      ? ['dimming', 'colorTemperature']
      : ['isOn']
}
