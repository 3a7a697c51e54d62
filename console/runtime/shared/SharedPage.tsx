import { Button } from 'antd'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { FullPageMessage } from '../../kit/page/FullPageMessage.tsx'
import { ProgressLine } from '../../kit/page/ProgressLine.tsx'
import { useLocalized } from '../../kit/text/useLocalized.ts'
import { StoresProvider, useStores } from '../../stores/root.ts'
import { RunningDrawing } from '../view/RunningDrawing.tsx'
import { useKiosk } from '../useKiosk.ts'
import { PasswordPage } from './PasswordPage.tsx'
import { type Entrance, SharedView } from './sharedView.ts'

/** `/scada/topo/fullscreen?share=…`: runs a drawing without an account, by share link or display token. */
export function SharedPage({ entrance }: { readonly entrance: Entrance }) {
  const stores = useStores()
  const isKiosk = useKiosk()
  const [view] = useState(() => new SharedView(entrance, stores, isKiosk))
  useEffect(() => {
    void view.begin()
    const stop = view.keepTrying()
    return () => {
      stop()
      view.destroy()
    }
  }, [view])
  return <Shown view={view} />
}

const Shown = observer(function Shown({ view }: { readonly view: SharedView }) {
  const { t } = useTranslation('share')
  const localize = useLocalized()
  const isKiosk = useKiosk()
  const { phase, run, stores } = view
  if (view.isWaiting)
    return (
      <FullPageMessage title={t('page.over')} text={t('page.changed')} code="">
        {null}
      </FullPageMessage>
    )
  if (phase === 'password') return <PasswordPage view={view} />
  const failure = phase === 'failed' ? view.failure : run?.failure
  if (failure) {
    const code = ('error' in failure ? failure.error : failure.place) ?? ''
    return (
      <FullPageMessage
        title={t(view.hasEnded ? 'page.over' : 'page.failed')}
        text={view.isDisplay && code === 'share.ended' ? t('display.ended') : localize(failure.words)}
        code={view.isDisplay ? '' : code}
      >
        {!isKiosk && !view.isDisplay && !('isFinal' in failure && failure.isFinal) && (
          <Button type="primary" onClick={() => void view.begin()}>
            {t('page.retry')}
          </Button>
        )}
      </FullPageMessage>
    )
  }
  if (phase === 'asking' || !run?.opened)
    return (
      <div className="runtime" aria-busy="true">
        <ProgressLine active />
      </div>
    )
  return (
    <StoresProvider value={stores}>
      <RunningDrawing store={run} opened={run.opened} />
    </StoresProvider>
  )
})
