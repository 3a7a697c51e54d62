import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { isDisplayToken } from '../../../contract/displays.ts'
import { FullPageMessage } from '../../kit/FullPageMessage.tsx'
import { lastingStorage } from '../../stores/browserStorage.ts'
import { SharedPage } from './SharedPage.tsx'

/** `/scada/topo/fullscreen?id=…&display=…`: one drawing on a wall, by the token of its display. The browser keeps the token, and the address loses it. */
export function DisplayPage({ id }: { readonly id: string }) {
  const { t } = useTranslation('share')
  const [params, setParams] = useSearchParams()
  const given = params.get('display') ?? ''
  const [token] = useState(() => keptToken(id, given))
  useEffect(() => {
    if (given === '') return
    setParams((before) => {
      const next = new URLSearchParams(before)
      next.set('display', '')
      return next
    }, { replace: true })
  }, [given, setParams])
  if (token === '') return <FullPageMessage title={t('page.failed')} text={t('display.none')} code="">{null}</FullPageMessage>
  return <SharedPage entrance={{ display: token, drawing: id }} />
}

/** The token that the address brings, which replaces the one of before; else the one that this browser keeps for the drawing. */
function keptToken(drawing: string, given: string): string {
  const storage = lastingStorage()
  const key = `display ${drawing}`
  if (isDisplayToken(given)) storage.setItem(key, given)
  return storage.getItem(key) ?? ''
}
