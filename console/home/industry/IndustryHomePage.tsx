import { ExpandOutlined } from '@ant-design/icons'
import { Button, Segmented } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { DrawingPicture } from '../../fields/DrawingPicture.tsx'
import { runPath } from '../../kit/drawing/drawingPaths.ts'
import { FieldDeviceList } from '../panels/FieldDeviceCard.tsx'
import { getFieldStateSources } from '../model/fieldDevices.ts'
import { HomeFrame } from '../frame/HomeFrame.tsx'
import { HomeStage } from '../frame/HomeStage.tsx'
import { countOn } from '../../stores/live/liveStates.ts'
import { Works } from '../model/plantDevices.ts'
import { StateMark } from '../panels/StateMark.tsx'
import { useHome, useLive } from '../frame/useHome.ts'
import { useHomeData } from '../model/useHomeData.ts'

const paths = { cabinet: '/instdet1ob', loop: '/instdet2ob', pole: '/instdet3ob', sensor: '/cgqinstallob' } as const

/** Industrial home page: the drawings of its floors, and all devices by product with their current state. */
export const IndustryHomePage = observer(function IndustryHomePage() {
  const { t } = useTranslation('home')
  const home = useHome()
  const { overview, project } = home
  const works = useHomeData(Works)
  const [selectedFloor, setSelectedFloor] = useState<string | null>(null)
  useEffect(() => {
    void works.show(project)
    return () => works.request.stop()
  }, [works, project])
  const floors = works.floors.filter(({ drawing }) => drawing !== '')
  const floor = floors.find(({ id }) => id === selectedFloor) ?? floors[0]
  const stateSources = useMemo(
    () => [...works.groups.flatMap(({ devices }) => devices), ...works.field.flatMap(getFieldStateSources)],
    [works.groups, works.field],
  )
  const live = useLive(overview, stateSources)
  const none = {
    title: t('industry.none'),
    text: t('industry.noneText'),
    manage: t('industry.manage'),
    path: '/platform/devices',
  }
  return (
    <HomeFrame title={t('industry.title')} home={home} paths={paths} isWide>
      <HomeStage
        request={works.request}
        isEmpty={stateSources.length === 0 && works.field.length === 0 && floors.length === 0}
        isForbidden={works.isForbidden}
        none={none}
        onRetry={() => void works.show(project)}
      >
        {floor && (
          <section className="home-floor" aria-label={t('industry.floors')}>
            <header>
              {floors.length > 1 ? (
                <Segmented
                  size="small"
                  value={floor.id}
                  onChange={setSelectedFloor}
                  options={floors.map(({ id, name }) => ({ value: id, label: name }))}
                />
              ) : (
                <h2>{floor.name}</h2>
              )}
              <Link to={runPath(floor.drawing)} target="_blank" rel="opener">
                <Button size="small" icon={<ExpandOutlined aria-hidden />}>
                  {t('industry.run')}
                </Button>
              </Link>
            </header>
            <figure className="home-floor-picture">
              <DrawingPicture drawing={floor.drawing} label={floor.name} missing={t('industry.noDrawing')} />
              <figcaption>{t('industry.still')}</figcaption>
            </figure>
          </section>
        )}
        {works.omittedCount > 0 && (
          <p className="home-beyond" role="status">
            {t('industry.beyond', { count: works.omittedCount })}
          </p>
        )}
        {works.groups.map(({ product, devices }) => {
          const { on, off, unknown, alarmed } = countOn(devices, live)
          return (
            <section key={product} className="home-group" aria-label={product}>
              <header>
                <h2>{product}</h2>
                <span>
                  {[
                    on + off > 0
                      ? t('industry.running', { on, count: devices.length })
                      : t('industry.runningUnknown', { count: devices.length }),
                    ...(on + off > 0 && unknown > 0 ? [t('unknownCount', { count: unknown })] : []),
                    ...(alarmed > 0 ? [t('alarmed', { count: alarmed })] : []),
                  ].join(' · ')}
                </span>
              </header>
              <ul>
                {devices.map(({ id, title }) => {
                  const state = live.states.get(id) ?? 'unknown'
                  return (
                    <li key={id} data-state={state} title={`${title} · ${t(`state.${state}`)}`}>
                      <StateMark state={state} />
                      <span>{title}</span>
                    </li>
                  )
                })}
              </ul>
            </section>
          )
        })}
        <FieldDeviceList devices={works.field} states={live.states} />
      </HomeStage>
    </HomeFrame>
  )
})
