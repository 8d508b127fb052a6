// The value model (RECIPE, Section III): reads may return other values as long
// as every branch has its recorded outcome.
//
// Definition, cost: 'recipe.h'.

#include "encoders/recipe.h"

static void follow_thread (ft_recipe *v, ft_tid t) {
  const ft_cone *cone = v->order->cone;
  const ft_index *x = v->order->facts->index;
  ft_id top = cone->top[t];
  ft_recipe_enter (v);
  for (ft_id k = 0; k < top; k++)
    ft_recipe_follow (v, ft_index_event (x, t, k), k >= cone->start[t], false,
                      NULL);
  if (top < ft_index_length (x, t) && ft_cone_is_target (cone, t, top))
    ft_recipe_target (v, ft_index_event (x, t, top));
}

static void *encode (const ft_cone *cone, ft_smt *smt, uint64_t memory) {
  ft_maximal *order = ft_maximal_new (cone, smt, memory);
  if (!order)
    return NULL;
  ft_recipe v;
  ft_recipe_init (&v, order, smt);
  for (ft_tid t = 0; t < cone->facts->index->threads; t++)
    follow_thread (&v, t);
  bool fits = ft_maximal_assert (order);
  ft_recipe_release (&v);
  order->values = NULL;
  if (fits)
    return order;
  ft_maximal_free (order);
  return NULL;
}

static bool schedule (void *encoding, ft_smt *smt, ft_reordering *out) {
  return ft_maximal_schedule (encoding, smt, out);
}

static void release_encoding (void *encoding) {
  ft_maximal_free (encoding);
}

const ft_encoder ft_recipe_value = {"value", encode, schedule,
                                    release_encoding};
