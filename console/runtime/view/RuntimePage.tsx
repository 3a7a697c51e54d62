import { reaction } from 'mobx'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Button, Space } from 'antd'
import { useKeepAlive } from '../../app/shell/keepAlive.ts'
import { FullPageMessage } from '../../kit/page/FullPageMessage.tsx'
import { ProgressLine } from '../../kit/page/ProgressLine.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import type { Client } from '../../net/client.ts'
import { useStores } from '../../stores/root.ts'
import { repeat } from '../feeds/polling.ts'
import { RunningDrawing } from './RunningDrawing.tsx'
import { RunStore } from '../runStore.ts'
import { RunView } from '../runView.ts'
import { useKiosk } from '../useKiosk.ts'
import { DisplayPage } from '../shared/DisplayPage.tsx'
import { SharedPage } from '../shared/SharedPage.tsx'
import { ownSource, revisionSource, type RunSource, unsavedSource } from '../source.ts'
import { listPath } from '../../kit/drawing/drawingPaths.ts'
import { UnnamedDrawing } from '../../kit/drawing/UnnamedDrawing.tsx'
import './RuntimePage.css'

/**
 * `/scada/topo/fullscreen`: runs one drawing in the whole window.
 *
 * - `?id=…` requires a session; `&revision=…` shows a stored revision, `&preview=…` the unsaved drawing of a designer
 *   page.
 * - `?share=…` opens a share link.
 * - `?id=…&display` runs on a wall display.
 */
export function RuntimePage() {
  const [params] = useSearchParams()
  const share = params.get('share') ?? ''
  const id = params.get('id') ?? ''
  if (share !== '') return <SharedPage key={share} entrance={{ share }} />
  if (params.has('display') && id !== '') return <DisplayPage key={id} id={id} />
  return <OwnRuntime id={id} revision={params.get('revision') ?? ''} preview={params.get('preview') ?? ''} />
}

interface OwnRuntimeProps {
  readonly id: string
  readonly revision: string
  readonly preview: string
}

function OwnRuntime(props: OwnRuntimeProps) {
  useKeepAlive()
  return props.id === '' ? <Unnamed /> : <OpenRuntime key={Object.values(props).join('/')} {...props} />
}

function createSource({ id, revision, preview }: OwnRuntimeProps, client: Client): RunSource {
  if (preview !== '') return unsavedSource(id, preview, client)
  return /^[1-9]\d{0,8}$/.test(revision) ? revisionSource(id, Number(revision), client) : ownSource(id, client)
}

/** Shown if the URL contains no drawing id. */
function Unnamed() {
  const { t } = useTranslation('runtime')
  return <UnnamedDrawing title={t('open.failed')} />
}

/** Retry interval in milliseconds after a failed load. */
const retryMs = 15_000

function OpenRuntime(props: OwnRuntimeProps) {
  const { id } = props
  const { client, drawingEvents, telemetry } = useStores()
  const [view] = useState(() => new RunView(() => new RunStore(id, createSource(props, client))))
  // A stored revision does not change, but ends when its drawing is deleted. An unsaved preview does not depend on the
  // stored drawing.
  const isStored = props.preview === ''
  const isNewest = isStored && props.revision === ''
  useEffect(() => {
    void view.open()
    // The first connection needs no reload.
    let wasOpen = telemetry.link.link === 'open'
    const endings = [
      ...(isStored
        ? [
            drawingEvents.follow(id, {
              onSaved: (revision) => {
                if (isNewest) view.saved(revision)
              },
              onInvalidated: () => void view.reread(),
            }),
            // The telemetry connection detects a lost network much earlier than the socket.
            reaction(
              () => telemetry.link.link === 'open',
              (isOpen) => {
                if (isOpen && wasOpen) void view.reread()
                wasOpen ||= isOpen
              },
            ),
          ]
        : []),
      () => view.close(),
    ]
    return () => {
      for (const end of endings) end()
    }
  }, [view, id, isStored, isNewest, drawingEvents, telemetry])
  return <Opened view={view} />
}

const Opened = observer(function Opened({ view }: { readonly view: RunView }) {
  const { t } = useTranslation('runtime')
  const localize = useLocalized()
  const isKiosk = useKiosk()
  const { run: store, next: nextRun, isRemoved } = view
  const { opened, failure } = store
  const isRetrying = failure !== null && !opened && (isKiosk || !failure.isFinal)
  useEffect(() => (isRetrying ? repeat(retryMs, () => void view.open()) : undefined), [view, isRetrying])
  if (opened) return <RunningDrawing store={store} opened={opened} onChangeOver={nextRun ? view.switchToNext : null} />
  if (!failure)
    return (
      <div className="runtime" aria-busy="true">
        <ProgressLine active />
      </div>
    )
  return (
    <FullPageMessage
      title={t(isRemoved ? 'open.over' : 'open.failed')}
      text={isRemoved ? t('open.gone') : localize(failure.words)}
      code={isRemoved ? '' : failure.place}
    >
      {!isKiosk && (
        <Space>
          <Link to={listPath}>
            <Button type={failure.isFinal || isRemoved ? 'primary' : 'default'}>{t('menu.back')}</Button>
          </Link>
          {!failure.isFinal && !isRemoved && (
            <Button type="primary" onClick={() => void store.open()}>
              {t('open.retry')}
            </Button>
          )}
        </Space>
      )}
    </FullPageMessage>
  )
})
