import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ProgramNow, routes } from '../../contract/routes.ts'
import { usePlantTime } from '../fields/usePlantTime.ts'
import { ZoneNote } from '../fields/ZoneNote.tsx'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { useSubmit } from '../kit/form/useSubmit.ts'
import { usePolling } from '../stores/entities/polling.ts'
import { useStores } from '../stores/root.ts'

/** Facilities that follow a lighting program. */
export type Programmed = 'pole' | 'loop'

interface ProgramLineProps {
  readonly kind: Programmed
  readonly id: string
  readonly project: string
}

const everyMs = 10_000

/**
 * Shows whether a lamp or loop follows its program or a manual setting, and until when; manual control can be ended
 * here.
 */
export const ProgramLine = observer(function ProgramLine({ kind, id, project }: ProgramLineProps) {
  const { client, session } = useStores()
  const plantTime = usePlantTime()
  const { t } = useTranslation('lighting')
  const polled = usePolling<ProgramNow>(`${kind}/${id}`, everyMs, (signal) =>
    client.call(`${kind}.program`, { params: { id } }, { quiet: true, signal }),
  )
  const localize = useLocalized()
  const { isBusy, failure, submit } = useSubmit()
  const [isResumed, setResumed] = useState<boolean | null>(null)
  const program = polled.value
  if (!program) return null
  const resume = () =>
    void submit(async () => {
      const { isSent } = await client.call(`${kind}.resume`, { params: { id } }, { quiet: true })
      setResumed(isSent)
      await polled.load()
    })
  const outcome = failure
    ? localize(failure.words)
    : isResumed === null || program.isByHand
      ? ''
      : t(isResumed ? 'program.resumed' : 'program.notSent')
  return (
    <div className="lighting-program" role="status" data-hand={program.isByHand}>
      <span>{formatProgram(program)}</span>
      {program.until !== null && <ZoneNote kind="plan" project={project} />}
      {outcome !== '' && <small>{outcome}</small>}
      {program.isByHand && session.may(routes[`${kind}.resume`].policy, project) && (
        <Button size="small" loading={isBusy} onClick={resume}>
          {t('program.resume')}
        </Button>
      )}
    </div>
  )

  function formatProgram({ follows, until, isByHand }: ProgramNow): string {
    const time = until === null ? '' : plantTime(until, project, 'MM-DD HH:mm')
    if (follows === null) return t(kind === 'pole' ? 'program.noneOfLamp' : 'program.none')
    if (isByHand) return t(until === null ? 'program.handDaylight' : 'program.hand', { time })
    return t(`program.${follows}`, { time })
  }
})
