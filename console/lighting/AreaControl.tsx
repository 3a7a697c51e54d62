import { App, Button, InputNumber, Select } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Row } from '../../contract/entity/define.ts'
import { area } from '../../contract/lighting/area.ts'
import { lightScene } from '../../contract/lighting/strategies.ts'
import { routes } from '../../contract/routes.ts'
import { getTitle, getValue } from '../crud/config/screenConfig.ts'
import { usePlantTime } from '../fields/usePlantTime.ts'
import { useLocalized } from '../kit/text/useLocalized.ts'
import { CallFailure } from '../net/failure.ts'
import { useStores } from '../stores/root.ts'
import { useRequest } from '../stores/entities/useRequest.ts'
import { AreaRun, type AreaOrder } from './areaRun.ts'
import { type LightScene, readScenes } from './scenes.ts'
import { nextPoint } from './manualEnd.ts'
import { ManualEndFields } from './ManualEndFields.tsx'
import './lighting.css'

/** Controls all lamps of an area after a confirmation, and shows how many lamps executed the command. */
export const AreaControl = observer(function AreaControl({ row }: { readonly row: Row }) {
  const { client, session, entities } = useStores()
  const { t } = useTranslation('lighting')
  const { modal } = App.useApp()
  const [run, setRun] = useState<AreaRun | null>(null)
  const [dimming, setDimming] = useState<number | null>(100)
  const [color, setColor] = useState<number | null>(null)
  const [scene, setScene] = useState<number>()
  const [end, setEnd] = useState(nextPoint)
  const plantTime = usePlantTime()
  const scenes = useScenes(getValue(row, 'scene'))
  useEffect(() => () => run?.stop(), [run])
  if (!session.may(routes['area.set'].policy, row.project ?? '')) return null

  const name = getTitle(area, row)
  const isUnderway = run?.phase === 'asking' || run?.phase === 'waiting'
  const send = (next: AreaRun): void => void next.send().then(() => entities.of(area).reload())
  const ask = (title: string, order: AreaOrder): void => {
    modal.confirm({
      title: t('area.sure', { name }),
      content: order.kind === 'resume' ? title : `${title} ${formatEnd()}`,
      okText: t('send'),
      autoFocusButton: 'cancel',
      onOk: () => {
        run?.stop()
        const next = new AreaRun(client, row.id, order, end)
        setRun(next)
        send(next)
      },
    })
  }
  const formatEnd = (): string =>
    end.until === null
      ? t('area.untilPoint')
      : t('area.untilTime', { time: plantTime(end.until, row.project, 'MM-DD HH:mm') })
  const chosen = scene === undefined ? undefined : scenes[scene]
  return (
    <section className="lighting-area" aria-label={t('area.title')}>
      <h3>{t('area.title')}</h3>
      <div className="lighting-row">
        <span>{t('area.switch')}</span>
        <Button disabled={isUnderway} onClick={() => ask(t('area.on'), { kind: 'set', dimming: 100 })}>
          {t('on')}
        </Button>
        <Button disabled={isUnderway} onClick={() => ask(t('area.off'), { kind: 'set', dimming: 0 })}>
          {t('off')}
        </Button>
      </div>
      <div className="lighting-row">
        <span>{t('area.dimming')}</span>
        <InputNumber<number>
          aria-label={t('area.dimming')}
          min={0}
          max={100}
          precision={0}
          suffix="%"
          value={dimming}
          onChange={setDimming}
          changeOnWheel={false}
        />
        <Button
          disabled={isUnderway || dimming === null}
          onClick={() => {
            if (dimming !== null) ask(t('area.toDimming', { percent: dimming }), { kind: 'set', dimming })
          }}
        >
          {t('area.set')}
        </Button>
      </div>
      <div className="lighting-row">
        <span>{t('area.color')}</span>
        <InputNumber<number>
          aria-label={t('area.color')}
          min={0}
          max={100}
          precision={0}
          suffix="%"
          value={color}
          onChange={setColor}
          changeOnWheel={false}
        />
        <Button
          disabled={isUnderway || color === null}
          onClick={() => {
            if (color !== null) ask(t('area.toColor', { percent: color }), { kind: 'set', colorTemperature: color })
          }}
        >
          {t('area.set')}
        </Button>
      </div>
      <div className="lighting-row">
        <span>{t('area.scene')}</span>
        <Select<number>
          aria-label={t('area.scene')}
          style={{ minWidth: 220 }}
          disabled={scenes.length === 0}
          placeholder={t(scenes.length === 0 ? 'area.noScenes' : 'area.chooseScene')}
          value={scene}
          onChange={setScene}
          options={scenes.map((each, index) => ({ value: index, label: formatScene(each, index) }))}
        />
        <Button
          disabled={isUnderway || !chosen}
          onClick={() => {
            if (chosen && scene !== undefined)
              ask(t('area.toScene', { scene: formatScene(chosen, scene) }), { kind: 'scene', scene: scene + 1 })
          }}
        >
          {t('area.call')}
        </Button>
      </div>
      <div className="lighting-row">
        <span>{t('manual.end')}</span>
        <ManualEndFields value={end} project={row.project ?? ''} onChange={setEnd} />
      </div>
      <div className="lighting-row">
        <span>{t('area.program')}</span>
        <Button disabled={isUnderway} onClick={() => ask(t('area.toProgram'), { kind: 'resume' })}>
          {t('area.resume')}
        </Button>
      </div>
      {run && <Result run={run} onAgain={() => send(run)} />}
    </section>
  )
})

/** Progress of the last area command, counted in lamps. */
const Result = observer(function Result({
  run: { phase, asked: request, outcome, failure, isProgrammed },
  onAgain: onRetry,
}: {
  readonly run: AreaRun
  readonly onAgain: () => void
}) {
  const { t } = useTranslation('lighting')
  const localize = useLocalized()
  if (failure)
    return (
      <p className="lighting-result" data-tone="bad" role="alert">
        {localize(failure.words)}{' '}
        {phase === 'unsure' && (
          <Button size="small" onClick={onRetry}>
            {t('again')}
          </Button>
        )}
      </p>
    )
  if (isProgrammed !== null)
    return (
      <p className="lighting-result" role="status">
        {t(isProgrammed ? 'area.resumed' : 'area.noProgram')}
      </p>
    )
  if (!request)
    return (
      <p className="lighting-result" role="status">
        {t('phase.sending')}
      </p>
    )
  if (request.lamps === 0)
    return (
      <p className="lighting-result" data-tone="bad" role="alert">
        {t('area.noLamps')}
      </p>
    )
  const { obeyed = 0, waiting = 0, failed = 0 } = outcome ?? {}
  const lost = failed + request.refused
  const isBad = phase === 'done' && lost > 0
  return (
    <p className="lighting-result" data-tone={isBad ? 'bad' : undefined} role={isBad ? 'alert' : 'status'}>
      {t('area.result', { count: request.lamps, obeyed })}
      {waiting > 0 && ` ${t('area.waiting', { count: waiting })}`}
      {request.refused > request.guarded && ` ${t('area.notAsked', { count: request.refused - request.guarded })}`}
      {request.guarded > 0 && ` ${t('area.guarded', { count: request.guarded })}`}
      {failed > 0 && ` ${t('area.failed', { count: failed })}`}
    </p>
  )
})

function useScenes(strategy: unknown): readonly LightScene[] {
  const { entities } = useStores()
  const id = typeof strategy === 'string' ? strategy : null
  const scenes = useRequest(id, async (signal) =>
    readScenes(getValue(await entities.of(lightScene).client.read(id ?? '', { signal, quiet: true }), 'scenes')),
  )
  return scenes === null || scenes instanceof CallFailure ? none : scenes
}

const none: readonly LightScene[] = []
const formatScene = ({ label, dimming, colorTemperature }: LightScene, index: number): string =>
  `${index + 1}. ${label === '' ? '' : `${label} · `}${dimming} % / ${colorTemperature} %`
