import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { listPath } from './drawingPaths.ts'
import { FullPageMessage } from './FullPageMessage.tsx'

/** A page whose address names no drawing, and the way to the list of them; `title` says what cannot be done with it. */
export function UnnamedDrawing({ title }: { readonly title: string }) {
  const { t } = useTranslation('shell')
  return <FullPageMessage title={title} text={t('unnamedDrawing.text')} code=""><Link to={listPath}><Button type="primary">{t('unnamedDrawing.back')}</Button></Link></FullPageMessage>
}
