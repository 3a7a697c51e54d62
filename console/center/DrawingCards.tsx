import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { useStores } from '../stores/root.ts'
import { DrawingCard } from './DrawingCard.tsx'

/** The page of drawings as pictures. */
export const DrawingCards = observer(function DrawingCards() {
  const { drawings, projects } = useStores()
  const { t } = useTranslation('center')
  return (
    <ul className="cards" aria-label={t('title')}>
      {drawings.rows.map((drawing) => (
        <li key={drawing.id}><DrawingCard drawing={drawing} project={projects.name(drawing.project)} /></li>
      ))}
    </ul>
  )
})
