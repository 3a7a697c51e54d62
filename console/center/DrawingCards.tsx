import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Cards } from '../kit/Card.tsx'
import { useStores } from '../stores/root.ts'
import { DrawingCard } from './DrawingCard.tsx'

/** The page of drawings as pictures. */
export const DrawingCards = observer(function DrawingCards() {
  const { drawings, projects } = useStores()
  const { t } = useTranslation('center')
  return (
    <Cards label={t('title')}>
      {drawings.rows.map((drawing) => <DrawingCard key={drawing.id} drawing={drawing} project={projects.name(drawing.project)} />)}
    </Cards>
  )
})
