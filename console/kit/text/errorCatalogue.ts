import type { Words } from '@mimic/engine/schema'

/** Messages of the console for completed or failed actions without a server message (specification, section 8). */
export const messages = {
  added: { en: 'Added', zh: '新增成功' },
  saved: { en: 'Changes saved', zh: '修改成功' },
  deleted: { en: 'Deleted', zh: '删除成功' },
  uploaded: { en: 'Uploaded', zh: '上传成功' },
  exportEnded: { en: 'The export was stopped', zh: '导出已停止' },
  uploadEnded: { en: 'The upload was stopped', zh: '上传已停止' },
  variableBound: { en: 'Variable bound', zh: '变量绑定成功' },
  deviceRemoved: { en: 'Device removed', zh: '设备移除成功' },
  withSaving: { en: 'It counts once you save', zh: '保存后生效' },
  annotationSaved: { en: 'Annotation saved', zh: '标注保存成功' },
  annotationFailed: (count: number): Words => ({
    en: `Annotation save failed: ${count} not saved`,
    zh: `标注保存失败：${count} 项未保存`,
  }),
  labelFailed: (why: Words): Words => ({ en: `Label save failed: ${why.en}`, zh: `标签保存失败：${why.zh}` }),
} as const
