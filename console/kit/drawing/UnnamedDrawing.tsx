import { Button } from 'antd'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { listPath } from './drawingPaths.ts'
import { FullPageMessage } from '../page/FullPageMessage.tsx'

/** Shown if the address contains no drawing id; links to the list of drawings. `title` names the failed action. */
export function UnnamedDrawing({ title }: { readonly title: string }) {
  const { t } = useTranslation('shell')
  return (
    <FullPageMessage title={title} text={t('unnamedDrawing.text')} code="">
      <Link to={listPath}>
        <Button type="primary">{t('unnamedDrawing.back')}</Button>
      </Link>
    </FullPageMessage>
  )
}
