import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useRouteError } from 'react-router-dom'
import { ChunkFailure } from './chunk.ts'
import { FullPageMessage } from '../../kit/page/FullPageMessage.tsx'
import { PlainButton } from '../../kit/page/PlainButton.tsx'
import { isPageReachable } from '../../net/reachable.ts'
import { tabStorage } from '../../stores/session/browserStorage.ts'
import { PageReloads } from '../../stores/pageReloads.ts'

/**
 * Error page for a route whose chunk could not be loaded (new release, network failure) or whose code threw. The rest
 * of the console keeps working.
 */
export function RouteErrorPage() {
  const { t } = useTranslation('shell')
  useEffect(() => (new URLSearchParams(location.search).has('kiosk') ? reloadByItself() : undefined), [])
  const thrown = useRouteError()
  const text = thrown instanceof Error ? thrown.message : String(thrown)
  const isChunk =
    thrown instanceof ChunkFailure ||
    /dynamically imported module|loading chunk|module script failed|preload/i.test(text)
  return (
    <FullPageMessage
      title={t(isChunk ? 'broken.chunkTitle' : 'broken.title')}
      text={t(isChunk ? 'broken.chunkText' : 'broken.text')}
      code={text}
    >
      <PlainButton isPrimary onClick={() => location.reload()}>
        {t('broken.reload')}
      </PlainButton>
    </FullPageMessage>
  )
}

/** Reloads automatically: a kiosk has no user to press the button. */
function reloadByItself(): () => void {
  const reloads = new PageReloads({
    storage: tabStorage(),
    reload: () => location.reload(),
    isReachable: isPageReachable,
  })
  reloads.reportFailure()
  return () => reloads.stop()
}
