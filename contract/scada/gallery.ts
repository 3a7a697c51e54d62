import { defineEntity } from '../entity/define.ts'
import { choice, flag, pictures, text } from '../entity/field.ts'
import { ownerProject } from '../entity/owner.ts'

const megabyte = 1024 * 1024

/** A picture for use in drawings. */
export const gallery = defineEntity({
  name: 'gallery',
  path: 'gallery',
  area: 'scada',
  scope: 'none',
  title: 'name',
  words: { one: { en: 'Gallery picture', zh: '图库图片' }, many: { en: 'Gallery pictures', zh: '图库图片' } },
  fields: {
    name: text({ en: 'Name', zh: '名称' }, { required: true }),
    category: choice(
      { en: 'Category', zh: '分类' },
      {
        required: true,
        default: 'other',
        dictionary: 'gallery_category',
        options: [
          { value: 'device', words: { en: 'Devices', zh: '设备' } },
          { value: 'background', words: { en: 'Backgrounds', zh: '背景' } },
          { value: 'icon', words: { en: 'Icons', zh: '图标' } },
          { value: 'other', words: { en: 'Other', zh: '其他' } },
        ],
      },
    ),
    picture: pictures(
      { en: 'Picture', zh: '图片' },
      {
        required: true,
        max: 1,
        maxBytes: 20 * megabyte,
        emptyWords: { en: 'Please upload a picture', zh: '请上传图片' },
      },
    ),
    isPublic: flag(
      { en: 'Public', zh: '公开' },
      {
        default: true,
        help: {
          en: 'A private picture is visible only to you and super administrators',
          zh: '私有图片仅本人和超级管理员可见',
        },
      },
    ),
    ownerProject,
  },
  list: {
    columns: ['picture', 'name', 'category', 'ownerProject', 'isPublic', 'createdBy', 'createdAt'],
    search: ['name'],
    filters: ['category', 'ownerProject', 'isPublic'],
    sort: { by: 'createdAt', order: 'desc' },
  },
  privacy: 'isPublic',
  owner: 'ownerProject',
  recycles: true,
})

/** A 3D model for use in drawings, by URL. */
export const model = defineEntity({
  name: 'model',
  path: 'models',
  area: 'scada',
  scope: 'none',
  title: 'name',
  imports: true,
  words: { one: { en: 'Model', zh: '模型' }, many: { en: 'Models', zh: '模型' } },
  fields: {
    name: text({ en: 'Name', zh: '模型名称' }, { required: true }),
    url: text(
      { en: 'Address', zh: '模型地址' },
      {
        required: true,
        format: 'url',
        maxLength: 500,
        emptyWords: { en: 'Please enter a valid model address', zh: '请输入有效的模型地址' },
      },
    ),
    isAbandoned: flag({ en: 'Abandoned', zh: '是否废弃' }),
    cover: pictures({ en: 'Thumbnail', zh: '缩略图' }, { max: 1 }),
    ownerProject,
  },
  list: {
    columns: ['name', 'url', 'ownerProject', 'isAbandoned', 'createdBy', 'createdAt'],
    search: ['name', 'url'],
    filters: ['ownerProject', 'isAbandoned'],
    sort: { by: 'name', order: 'asc' },
  },
  unique: [['name']],
  owner: 'ownerProject',
  recycles: true,
})
