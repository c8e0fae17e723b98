CREATE TABLE public.alembic_version (
    version_num character varying(32) NOT NULL
);
CREATE TABLE public.blocks (
    person bigint NOT NULL,
    blocked bigint NOT NULL
);
CREATE TABLE public.channels (
    guild bigint NOT NULL,
    channel bigint NOT NULL
);
CREATE TABLE public.duels (
    id bigint NOT NULL,
    guild bigint NOT NULL,
    channel bigint NOT NULL,
    board bigint,
    game character varying NOT NULL,
    edition integer NOT NULL,
    challenger bigint NOT NULL,
    challenged bigint,
    pace integer NOT NULL,
    rated boolean NOT NULL,
    rival character varying,
    secret bytea NOT NULL,
    created double precision NOT NULL,
    status character varying NOT NULL,
    rematch_of bigint,
    challenger_seat integer,
    accepted character varying,
    seat0 bigint,
    seat1 bigint,
    started double precision,
    reminded integer DEFAULT 0 NOT NULL,
    ended double precision,
    winner integer,
    reason character varying,
    counted integer,
    untold boolean,
    call bigint,
    card bigint,
    called integer DEFAULT 0 NOT NULL,
    dm0 bigint,
    dm1 bigint,
    shared boolean
);
CREATE TABLE public.guilds (
    id bigint NOT NULL,
    threads boolean DEFAULT false NOT NULL,
    pace integer,
    rated boolean DEFAULT true NOT NULL,
    challengers character varying DEFAULT 'anyone'::character varying NOT NULL,
    role bigint,
    mentions character varying DEFAULT 'challenged'::character varying NOT NULL,
    "left" double precision,
    greeted boolean DEFAULT false NOT NULL
);
CREATE TABLE public.letters (
    id bigint NOT NULL,
    body character varying NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.notes (
    key character varying NOT NULL,
    value character varying NOT NULL
);
CREATE TABLE public.people (
    id bigint NOT NULL,
    notify boolean DEFAULT false NOT NULL,
    bell boolean DEFAULT true NOT NULL
);
CREATE TABLE public.picks (
    duel bigint NOT NULL,
    turn integer NOT NULL,
    seat integer NOT NULL,
    token character varying NOT NULL,
    at double precision NOT NULL,
    closes boolean NOT NULL
);
CREATE TABLE public.puzzles (
    guild bigint NOT NULL,
    day date NOT NULL,
    person bigint NOT NULL,
    token character varying NOT NULL,
    solved boolean NOT NULL,
    shared boolean DEFAULT false NOT NULL,
    at double precision NOT NULL
);
CREATE TABLE public.ratings (
    guild bigint NOT NULL,
    game character varying NOT NULL,
    season integer NOT NULL,
    person bigint NOT NULL,
    mu double precision NOT NULL,
    sigma double precision NOT NULL,
    provisional boolean NOT NULL,
    shown integer NOT NULL,
    wins integer NOT NULL,
    losses integer NOT NULL
);
CREATE TABLE public.resets (
    id integer NOT NULL,
    guild bigint NOT NULL,
    game character varying NOT NULL,
    counted integer NOT NULL,
    at double precision NOT NULL,
    person bigint NOT NULL,
    undone boolean NOT NULL
);
CREATE SEQUENCE public.resets_id_seq
    AS integer
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1;
ALTER SEQUENCE public.resets_id_seq OWNED BY public.resets.id;
CREATE TABLE public.results (
    duel bigint NOT NULL,
    seat integer NOT NULL,
    guild bigint NOT NULL,
    game character varying NOT NULL,
    person bigint NOT NULL,
    opponent bigint NOT NULL,
    counted integer NOT NULL,
    ended double precision NOT NULL,
    won boolean,
    rating double precision,
    change double precision,
    provisional boolean
);
CREATE TABLE public.votes (
    duel bigint NOT NULL,
    person bigint NOT NULL,
    seat integer NOT NULL
);
ALTER TABLE ONLY public.resets ALTER COLUMN id SET DEFAULT nextval('public.resets_id_seq'::regclass);
INSERT INTO public.alembic_version VALUES ('0012');
INSERT INTO public.blocks VALUES (1, 3);
INSERT INTO public.channels VALUES (11, 21);
INSERT INTO public.duels VALUES (890025942914930, 10, 20, NULL, 'highlow', 1, 1, 2, 60, true, NULL, '\x14b5232a6b8adb727f8fa76e3cdd0e5f3e08170ee109e546b3675d3164725ce3', 1000060, 'won', NULL, 1, '77', 2, 1, 1000065, 0, 1000065, 1, 'resigned', 1, true, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.duels VALUES (3637131553685384, 10, 20, NULL, 'highlow', 1, 1, 2, 60, true, NULL, '\x3c5d5543d091bc52102b2c28f93373aec664431a4ae9d763dd5bfa3cbe6c960d', 1000125, 'won', NULL, 0, '77', 1, 2, 1000130, 0, 1000130, 1, 'resigned', 2, true, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.duels VALUES (3879233317688575, 10, 20, NULL, 'highlow', 1, 1, 2, 60, true, NULL, '\x33cec0b2149dcbad216bca81a61aedab486cb50d258339ab9f5dcfa201bdd00c', 1000190, 'void', NULL, 0, '77', 1, 2, 1000195, 0, 1000195, NULL, 'place gone', 3, true, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.duels VALUES (1182821470735472, 10, 20, 40, 'highlow', 1, 1, 2, 60, true, NULL, '\xbb175102fd8680200b231238da97bd54586cc36aaf04b1dc8f1e85019f913708', 1000255, 'live', NULL, 0, '77', 1, 2, 1000260, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.duels VALUES (2034542960784454, 10, 20, NULL, 'highlow', 1, 3, NULL, 60, true, NULL, '\x8f9d00d31d44d1cc9d90f015bdb3d55ae36c5b0b2c999e80b09189e81d0d0ecc', 1000320, 'challenge', NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL);
INSERT INTO public.guilds VALUES (10, false, NULL, true, 'anyone', NULL, 'challenged', NULL, false);
INSERT INTO public.guilds VALUES (11, true, NULL, true, 'anyone', 31, 'challenged', NULL, false);
INSERT INTO public.letters VALUES (5, '{}', 1000000);
INSERT INTO public.notes VALUES ('evening', 'kept');
INSERT INTO public.people VALUES (2, true, true);
INSERT INTO public.picks VALUES (890025942914930, 1, 1, '7', 1000065, false);
INSERT INTO public.picks VALUES (890025942914930, 1, 0, '3', 1000065, true);
INSERT INTO public.picks VALUES (3637131553685384, 1, 0, '7', 1000130, false);
INSERT INTO public.picks VALUES (3637131553685384, 1, 1, '3', 1000130, true);
INSERT INTO public.picks VALUES (1182821470735472, 1, 0, '7', 1000260, false);
INSERT INTO public.picks VALUES (1182821470735472, 1, 1, '3', 1000260, true);
INSERT INTO public.picks VALUES (1182821470735472, 2, 0, '5', 1000260, false);
INSERT INTO public.puzzles VALUES (10, '2026-11-16', 1, 'b', true, true, 1000000);
INSERT INTO public.ratings VALUES (10, '*', 0, 1, 1493.5786024811378, 231.5953922213524, true, 1494, 1, 1);
INSERT INTO public.ratings VALUES (10, '*', 197001, 1, 1493.5786024811378, 231.5953922213524, true, 1494, 1, 1);
INSERT INTO public.ratings VALUES (10, '*', 0, 2, 1506.4213975188622, 231.5953922213524, true, 1506, 1, 1);
INSERT INTO public.ratings VALUES (10, '*', 197001, 2, 1506.4213975188622, 231.5953922213524, true, 1506, 1, 1);
INSERT INTO public.ratings VALUES (10, 'highlow', 0, 2, 1569.0473348250193, 240.35071365311498, true, 1569, 1, 0);
INSERT INTO public.ratings VALUES (10, 'highlow', 0, 1, 1430.9526651749807, 240.35071365311498, true, 1431, 0, 1);
INSERT INTO public.ratings VALUES (10, 'highlow', 197001, 2, 1569.0473348250193, 240.35071365311498, true, 1569, 1, 0);
INSERT INTO public.ratings VALUES (10, 'highlow', 197001, 1, 1430.9526651749807, 240.35071365311498, true, 1431, 0, 1);
INSERT INTO public.resets VALUES (1, 10, 'highlow', 1, 1000065, 1, false);
INSERT INTO public.results VALUES (890025942914930, 0, 10, 'highlow', 2, 1, 1, 1000065, false, 1430.9526651749807, -69.04733482501933, true);
INSERT INTO public.results VALUES (890025942914930, 1, 10, 'highlow', 1, 2, 1, 1000065, true, 1569.0473348250193, 69.04733482501933, true);
INSERT INTO public.results VALUES (3637131553685384, 0, 10, 'highlow', 1, 2, 2, 1000130, false, 1430.9526651749807, -69.04733482501933, true);
INSERT INTO public.results VALUES (3637131553685384, 1, 10, 'highlow', 2, 1, 2, 1000130, true, 1569.0473348250193, 69.04733482501933, true);
INSERT INTO public.results VALUES (3879233317688575, 0, 10, 'highlow', 1, 2, 3, 1000195, NULL, NULL, NULL, NULL);
INSERT INTO public.results VALUES (3879233317688575, 1, 10, 'highlow', 2, 1, 3, 1000195, NULL, NULL, NULL, NULL);
INSERT INTO public.votes VALUES (1182821470735472, 3, 0);
SELECT pg_catalog.setval('public.resets_id_seq', 1, true);
ALTER TABLE ONLY public.alembic_version
    ADD CONSTRAINT alembic_version_pkc PRIMARY KEY (version_num);
ALTER TABLE ONLY public.blocks
    ADD CONSTRAINT blocks_pkey PRIMARY KEY (person, blocked);
ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_pkey PRIMARY KEY (guild, channel);
ALTER TABLE ONLY public.duels
    ADD CONSTRAINT duels_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.guilds
    ADD CONSTRAINT guilds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.letters
    ADD CONSTRAINT letters_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.notes
    ADD CONSTRAINT notes_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.people
    ADD CONSTRAINT people_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.picks
    ADD CONSTRAINT picks_pkey PRIMARY KEY (duel, turn, seat);
ALTER TABLE ONLY public.puzzles
    ADD CONSTRAINT puzzles_pkey PRIMARY KEY (guild, day, person);
ALTER TABLE ONLY public.ratings
    ADD CONSTRAINT ratings_pkey PRIMARY KEY (guild, game, season, person);
ALTER TABLE ONLY public.resets
    ADD CONSTRAINT resets_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_pkey PRIMARY KEY (duel, seat);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_pkey PRIMARY KEY (duel, person);
CREATE INDEX blocks_of_blocked ON public.blocks USING btree (blocked);
CREATE INDEX calls_left_over ON public.duels USING btree (guild) WHERE ((call IS NOT NULL) AND ((status)::text <> ALL ((ARRAY['challenge'::character varying, 'live'::character varying])::text[])));
CREATE INDEX challenges_by_time ON public.duels USING btree (challenger, created);
CREATE UNIQUE INDEX counted_duels ON public.duels USING btree (guild, counted);
CREATE INDEX duels_by_challenged ON public.duels USING btree (challenged, guild);
CREATE INDEX duels_by_challenger ON public.duels USING btree (challenger, guild);
CREATE INDEX ended_duels ON public.duels USING btree (ended);
CREATE INDEX open_by_challenger ON public.duels USING btree (challenger) WHERE ((status)::text = ANY ((ARRAY['challenge'::character varying, 'live'::character varying])::text[]));
CREATE INDEX open_by_seat0 ON public.duels USING btree (seat0) WHERE ((status)::text = ANY ((ARRAY['challenge'::character varying, 'live'::character varying])::text[]));
CREATE INDEX open_by_seat1 ON public.duels USING btree (seat1) WHERE ((status)::text = ANY ((ARRAY['challenge'::character varying, 'live'::character varying])::text[]));
CREATE INDEX open_duels ON public.duels USING btree (guild, status) WHERE ((status)::text = ANY ((ARRAY['challenge'::character varying, 'live'::character varying])::text[]));
CREATE INDEX open_rematches ON public.duels USING btree (rematch_of) WHERE ((status)::text = ANY ((ARRAY['challenge'::character varying, 'live'::character varying])::text[]));
CREATE INDEX puzzles_by_person ON public.puzzles USING btree (person, guild, day);
CREATE INDEX ranks ON public.ratings USING btree (guild, game, season, provisional, shown DESC, person);
CREATE INDEX ratings_of_person ON public.ratings USING btree (person, guild);
CREATE INDEX resets_of_guild ON public.resets USING btree (guild, at);
CREATE INDEX results_in_game ON public.results USING btree (person, guild, game, counted, won, opponent);
CREATE INDEX results_of_pair ON public.results USING btree (person, opponent, guild, counted, won);
CREATE INDEX results_of_person ON public.results USING btree (person, guild, counted);
CREATE INDEX uncounted_duels ON public.duels USING btree (guild, ended) WHERE ((counted IS NULL) AND ((status)::text = ANY ((ARRAY['won'::character varying, 'void'::character varying])::text[])));
CREATE INDEX untold_duels ON public.duels USING btree (guild) WHERE untold;
CREATE INDEX votes_by_person ON public.votes USING btree (person);
ALTER TABLE ONLY public.channels
    ADD CONSTRAINT channels_guild_fkey FOREIGN KEY (guild) REFERENCES public.guilds(id);
ALTER TABLE ONLY public.picks
    ADD CONSTRAINT picks_duel_fkey FOREIGN KEY (duel) REFERENCES public.duels(id);
ALTER TABLE ONLY public.results
    ADD CONSTRAINT results_duel_fkey FOREIGN KEY (duel) REFERENCES public.duels(id);
ALTER TABLE ONLY public.votes
    ADD CONSTRAINT votes_duel_fkey FOREIGN KEY (duel) REFERENCES public.duels(id);
