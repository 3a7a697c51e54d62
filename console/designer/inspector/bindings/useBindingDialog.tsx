import type { Binding, Component } from '@mimic/engine/document'
import { type ReactNode, useState } from 'react'
import { messages } from '../../../kit/text/errorCatalogue.ts'
import { useStores } from '../../../stores/root.ts'
import { useDesigner } from '../../context.ts'
import { BindingDialog } from './BindingDialog.tsx'

interface BindingEditing {
  /** Opens the dialog for a binding of the component by its index, or for a new one. */
  readonly edit: (binding: Binding, index?: number) => void
  readonly remove: (index: number) => void
  /** Element to render in the page. */
  readonly dialog: ReactNode
}

/** Dialog for one binding of a component; writes the changes. */
export function useBindingDialog(component: Component | undefined): BindingEditing {
  const { session, store } = useDesigner()
  const { notices } = useStores()
  const [edited, setEdited] = useState<{ readonly binding: Binding; readonly index: number } | null>(null)
  const bindings = component?.bindings ?? []
  const ids = component ? [component.id] : []

  const handleSave = (binding: Binding) => {
    const list = [...bindings]
    list[edited?.index ?? list.length] = binding
    const result = session.runWithResult('set-props', { ids, bindings: list })
    if (result.ok) {
      setEdited(null)
      notices.post({ manner: 'success', words: messages.variableBound })
    }
    return result.ok ? [] : result.problems
  }
  return {
    edit: (binding, index = bindings.length) => setEdited({ binding, index }),
    remove: (index) => session.run('set-props', { ids, bindings: bindings.filter((_, at) => at !== index) }),
    dialog: component && edited && (
      <BindingDialog
        component={component}
        start={edited.binding}
        project={store.project}
        onSave={handleSave}
        onCancel={() => setEdited(null)}
        boundProps={new Set(bindings.filter((_, at) => at !== edited.index).map((binding) => binding.prop))}
      />
    ),
  }
}
