import { observer } from 'mobx-react-lite'
import { useTranslation } from 'react-i18next'
import { Cards } from '../kit/page/Card.tsx'
import { useStores } from '../stores/root.ts'
import { DrawingCard } from './DrawingCard.tsx'
import { useFloorNames } from './useFloorNames.ts'

/** Card view of the drawing list. */
export const DrawingCards = observer(function DrawingCards() {
  const { drawings, projects } = useStores()
  const { t } = useTranslation('center')
  const floors = useFloorNames(drawings.rows.map(({ floor }) => floor))
  return (
    <Cards label={t('title')}>
      {drawings.rows.map((drawing) => (
        <DrawingCard
          key={drawing.id}
          drawing={drawing}
          project={projects.name(drawing.project)}
          floor={drawing.floor && floors && (floors[drawing.floor] ?? drawing.floor)}
        />
      ))}
    </Cards>
  )
})
