type Posted = readonly { id: number; notify: boolean; social_post: boolean }[];

/** What is told of some updates beyond the page; without any, nobody hears. */
export type News = {
  /** Those that subscribers are told of. */
  news_update_ids: number[];
  /** Those that the page's social network is told of. */
  social_update_ids: number[];
};

export function newsIn(posted: Posted): News {
  const ids = (all: Posted) => all.map(({ id }) => id);
  return {
    news_update_ids: ids(posted.filter(({ notify }) => notify)),
    social_update_ids: ids(posted.filter(({ social_post }) => social_post)),
  };
}
