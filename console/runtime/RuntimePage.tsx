import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { Button, Space } from 'antd'
import { useKeepAlive } from '../app/keepAlive.ts'
import { FullPageMessage } from '../kit/FullPageMessage.tsx'
import { ProgressLine } from '../kit/ProgressLine.tsx'
import { useSay } from '../kit/useSay.ts'
import { useStores } from '../stores/root.ts'
import { RunningDrawing } from './RunningDrawing.tsx'
import { RunStore } from './runStore.ts'
import { SharedPage } from './shared/SharedPage.tsx'
import { ownSource } from './source.ts'
import { listPath } from '../kit/drawingPaths.ts'
import { UnnamedDrawing } from '../kit/UnnamedDrawing.tsx'
import './RuntimePage.css'

/** `/scada/topo/fullscreen`: one drawing, live, in the whole window; `?id=…` for who is signed in, `?share=…` for who has a link. */
export function RuntimePage() {
  const [params] = useSearchParams()
  const share = params.get('share') ?? ''
  return share === '' ? <OwnRuntime id={params.get('id') ?? ''} /> : <SharedPage key={share} share={share} />
}

function OwnRuntime({ id }: { readonly id: string }) {
  useKeepAlive()
  return id === '' ? <Unnamed /> : <OpenRuntime key={id} id={id} />
}

/** The address names no drawing. */
function Unnamed() {
  const { t } = useTranslation('runtime')
  return <UnnamedDrawing title={t('open.failed')} />
}

function OpenRuntime({ id }: { readonly id: string }) {
  const { client } = useStores()
  const [store] = useState(() => new RunStore(id, ownSource(id, client)))
  useEffect(() => {
    void store.open()
    return () => store.close()
  }, [store])
  return <Opened store={store} />
}

const Opened = observer(function Opened({ store }: { readonly store: RunStore }) {
  const { t } = useTranslation('runtime')
  const say = useSay()
  const { opened, failure } = store
  if (opened) return <RunningDrawing store={store} opened={opened} />
  if (!failure) return <div className="runtime" aria-busy="true"><ProgressLine active /></div>
  return (
    <FullPageMessage title={t('open.failed')} text={say(failure.words)} code={failure.place}>
      <Space>
        <Link to={listPath}><Button type={failure.isFinal ? 'primary' : 'default'}>{t('menu.back')}</Button></Link>
        {!failure.isFinal && <Button type="primary" onClick={() => void store.open()}>{t('open.retry')}</Button>}
      </Space>
    </FullPageMessage>
  )
})
