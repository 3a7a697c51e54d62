import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router-dom'
import { isDisplayToken } from '../../../contract/displays.ts'
import { FullPageMessage } from '../../kit/page/FullPageMessage.tsx'
import { lastingStorage } from '../../stores/session/browserStorage.ts'
import { SharedPage } from './SharedPage.tsx'

/** `/scada/topo/fullscreen?id=…&display#token`: one drawing on a wall display. The browser stores the token, and the page removes it from the address. */
export function DisplayPage({ id }: { readonly id: string }) {
  const { t } = useTranslation('share')
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const hashToken = decodeURIComponent(hash.slice(1))
  const [token] = useState(() => getStoredToken(id, hashToken))
  useEffect(() => {
    if (hashToken === '') return
    void navigate({ search, hash: '' }, { replace: true })
  }, [hashToken, search, navigate])
  if (token === '')
    return (
      <FullPageMessage title={t('page.failed')} text={t('display.none')} code="">
        {null}
      </FullPageMessage>
    )
  return <SharedPage entrance={{ display: token, drawing: id }} />
}

/** Returns the token of the URL, which replaces a stored one, or the token stored for the drawing. */
function getStoredToken(drawing: string, hashToken: string): string {
  const storage = lastingStorage()
  const key = `display ${drawing}`
  if (isDisplayToken(hashToken)) storage.setItem(key, hashToken)
  return storage.getItem(key) ?? ''
}
