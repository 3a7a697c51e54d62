import { expect, it, onTestFinished } from 'vitest'
import { offerUnsaved, requestUnsaved } from './unsavedPreview.ts'

const signal = (): AbortSignal => new AbortController().signal

it('hands a page the drawing as it is in the designer at that moment, each time it is requested', async () => {
  let edits = 0
  onTestFinished(offerUnsaved('page-1', () => ({ text: `drawing ${++edits}`, project: 'street' })))
  onTestFinished(offerUnsaved('page-2', () => ({ text: 'another', project: 'tunnel' })))
  expect(await requestUnsaved('page-1', signal())).toEqual({ text: 'drawing 1', project: 'street' })
  expect(await requestUnsaved('page-1', signal())).toEqual({ text: 'drawing 2', project: 'street' })
  expect(await requestUnsaved('page-2', signal())).toEqual({ text: 'another', project: 'tunnel' })
})

it('reports that the designer is closed, and can be aborted', async () => {
  offerUnsaved('closed', () => ({ text: '', project: '' }))()
  expect(await requestUnsaved('closed', signal())).toBeNull()
  const controller = new AbortController()
  const requested = requestUnsaved('never', controller.signal)
  controller.abort()
  await expect(requested).rejects.toThrow()
})
