/* SPDX-License-Identifier: Apache-2.0 */
/* Declarations of Qualcomm's extension cl_qcom_subgroup_shuffle, for compilers that lack it. */
#ifndef GPU_TEXTS_QUALCOMM_H
#define GPU_TEXTS_QUALCOMM_H

typedef enum { CLK_SUB_GROUP_SHUFFLE_WIDTH_WAVE_SIZE_QCOM } qcom_shuffle_width;

uint __attribute__((overloadable)) qcom_sub_group_shuffle_up(uint, uint, qcom_shuffle_width, uint);
uint __attribute__((overloadable)) qcom_sub_group_shuffle_xor(uint, uint, qcom_shuffle_width, uint);

#endif
